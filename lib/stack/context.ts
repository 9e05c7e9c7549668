import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Node } from 'constructs';
import * as v from 'valibot';
import { didYouMean } from '../../functions/kit/model/did-you-mean';
import { root } from '../root';
import { rules, Settings } from './settings';

/** Settings by name, as cdk.json and the command line give them. */
export type GivenSettings = Readonly<Record<string, unknown>>;

const Stages = v.optional(v.record(v.string(), v.record(v.string(), v.unknown())), {});

const names = Object.keys(Settings.entries);

/** Settings that an entry of `stages` may have. A deployment may confirm each of them, and `models`. */
export const namesInStages = names.filter((name) => name !== 'stage' && name !== 'confirm');

/** Tells whether a key of the context belongs to CDK, or to `cdk cli-telemetry` and `cdk acknowledge`. */
const isForeign = (key: string) => key.includes(':') || ['cli-telemetry', 'acknowledged-issue-numbers'].includes(key);

const describeValue = (name: string, value: unknown, allowed: string) =>
  `Setting "${name}" is ${JSON.stringify(value)}; allowed: ${allowed}.`;

/** Returns one sentence for each unknown name. `path` is the place of the names in the context. */
const unknownNames = (found: readonly string[], known: readonly string[], path = '') =>
  found
    .filter((name) => !known.includes(name))
    .map((name) => {
      const meant = didYouMean(name, known);
      const advice = meant ? `did you mean "${meant}"?` : `allowed: ${known.join(', ')}.`;
      return `There is no setting "${path}${name}"; ${advice}`;
    });

const wrongValues = (values: GivenSettings, path = '') => {
  const { issues = [] } = v.safeParse(Settings, values, { abortPipeEarly: true });
  return issues.map((issue) => {
    const name = String(issue.path?.[0].key);
    return describeValue(`${path}${name}`, values[name], issue.message);
  });
};

/** Reads the context: entries by stage, and what is given to this stage. The command line overrides an entry. */
export const readContext = (node: Node) => {
  const { stages: found, ...context }: GivenSettings = node.getAllContext();
  const { success, output: stages } = v.safeParse(Stages, found);
  if (!success)
    throw new Error(describeValue('stages', found, 'the settings of each stage, as {"prod":{"logDays":90}}'));
  const { stage = v.getDefault(Settings.entries.stage) } = context;
  const given: GivenSettings = { ...stages[String(stage)], ...context };
  return { stages, context, given };
};

const readJson = (path: string) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {});

/** Reads the contexts that the CDK CLI merges with the command line, and that hold for each deployment. */
export const readContexts = (folder = root, home = homedir()): Readonly<Record<string, GivenSettings | undefined>> => ({
  'cdk.json': readJson(join(folder, 'cdk.json')).context,
  'cdk.context.json': readJson(join(folder, 'cdk.context.json')),
  '~/.cdk.json': readJson(join(home, '.cdk.json')).context,
  CDK_CONTEXT: Object.fromEntries(new URLSearchParams(process.env.CDK_CONTEXT)),
});

/**
 * Reads the settings of a stage from the CDK context. Throws one sentence for each wrong name or value, also of the other
 * stages, so that a typo in `prod` shows before `prod` is deployed.
 */
export const readSettings = (node: Node, contexts = readContexts()): Settings => {
  const { stages, context, given } = readContext(node);
  const { success, output: settings } = v.safeParse(Settings, given);
  const broken = success ? rules.filter(([, holds]) => !holds(settings)) : [];
  const ours = Object.keys(context).filter((key) => !isForeign(key));
  const lasting = Object.keys(contexts).filter((file) => contexts[file]?.confirm !== undefined);
  const faults = [
    ...unknownNames(ours, names),
    ...lasting.map((file) => `${file} has "confirm", which would hold for each deployment; give it once by -c.`),
    ...wrongValues(context),
    ...Object.entries(stages).flatMap(([stage, entry]) => [
      ...unknownNames(Object.keys(entry), namesInStages, `stages.${stage}.`),
      ...wrongValues({ ...entry, stage }, `stages.${stage}.`),
    ]),
    ...broken.map(([name, , allowed]) => describeValue(name, given[name], allowed)),
    ...(success ? unknownNames(settings.confirm ?? [], [...namesInStages, 'models']) : []),
  ];
  if (!success || faults.length > 0) throw new Error(faults.join('\n'));
  return settings;
};
