import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { App } from 'aws-cdk-lib';
import type { Node } from 'constructs';
import * as v from 'valibot';
import { didYouMean } from '../../functions/kit/model/did-you-mean';
import { root } from '../root';
import { isPreview, isProtected, rules, Settings } from './settings';

/** Settings by name, as cdk.json and the command line give them. */
export type GivenSettings = Readonly<Record<string, unknown>>;

const Stages = v.optional(v.record(v.string(), v.record(v.string(), v.unknown())), {});

const names = Object.keys(Settings.entries);

/** Settings that an entry of `stages` may have. */
export const namesInStages = names.filter((name) => name !== 'stage' && name !== 'confirm');

/** Names that a deployment may confirm. */
export const confirmable = [...namesInStages, 'models', 'access'];

/** Tells whether a key of the context belongs to CDK, or to `cdk cli-telemetry` and `cdk acknowledge`. */
const isOfCdk = (key: string) => key.includes(':') || ['cli-telemetry', 'acknowledged-issue-numbers'].includes(key);

const describeValue = (name: string, value: unknown, allowed: string) =>
  `Setting "${name}" is ${JSON.stringify(value)}; allowed: ${allowed}.`;

const adviceFor = (name: string, known: readonly string[]) => {
  if (name === 'confirm') return 'give it once by -c, or no deployment would ask before a loss.';
  const meant = didYouMean(name, known);
  return meant ? `did you mean "${meant}"?` : `allowed: ${known.join(', ')}.`;
};

/** Returns one sentence for each unknown name. `path` is the place of the names in the context. */
const unknownNames = (found: readonly string[], known: readonly string[], path = '') =>
  found
    .filter((name) => !known.includes(name))
    .map((name) => `There is no setting "${path}${name}"; ${adviceFor(name, known)}`);

/** Returns one sentence for each wrong value or broken rule. `path` is the place of the values that are not from `outside`. */
const wrongValues = (values: GivenSettings, path: string, outside: GivenSettings) => {
  const { success, output, issues = [] } = v.safeParse(Settings, values, { abortPipeEarly: true });
  const wrong = success
    ? rules.flatMap(([name, holds, allowed]) => (holds(output) ? [] : [[name, allowed] as const]))
    : issues.map((issue) => [String(issue.path?.[0].key), issue.message] as const);
  const placeOf = (name: string) => (name in outside && outside[name] === values[name] ? '' : path);
  return wrong.map(([name, allowed]) => describeValue(`${placeOf(name)}${name}`, values[name], allowed));
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
 * Reads the context: the entries of all stages, and the values that are given to this stage. `lasting` values stand in a
 * file beside `stages`. The entry of the stage overrides them, and the command line overrides both. CDK merges files and
 * command line, so a typed value that a file has, too, is lasting.
 */
export const readContext = (node: Node, contexts = readContexts()) => {
  const { stages: found, ...context }: GivenSettings = node.getAllContext();
  const { success, output: stages } = v.safeParse(Stages, found);
  if (!success || Array.isArray(found))
    throw new Error(describeValue('stages', found, 'the settings of each stage, as {"prod":{"logDays":90}}'));
  const isLasting = ([name, value]: [string, unknown]) =>
    Object.values(contexts).some((file) => isDeepStrictEqual(value, file?.[name]));
  const lasting: GivenSettings = Object.fromEntries(Object.entries(context).filter(isLasting));
  const typed = Object.entries(context).filter((entry) => !isLasting(entry));
  const stage = String(context.stage ?? v.getDefault(Settings.entries.stage));
  const key = isPreview(stage) && !stages[stage] ? 'pr' : stage;
  // Limits what a preview costs, because its API may be open to all.
  const preview = isPreview(stage) && { throttle: '20,20' };
  const given: GivenSettings = { ...preview, ...lasting, ...stages[key], ...Object.fromEntries(typed) };
  return { stage, key, stages, context, lasting, given };
};

/**
 * Reads the settings of a stage from the CDK context. Throws one sentence for each wrong name or value, also of the other
 * stages, so that a typo in `prod` shows before `prod` is deployed.
 */
export const readSettings = (node: Node, contexts = readContexts()): Settings => {
  const { stage, key, stages, context, lasting, given } = readContext(node, contexts);
  const { success, output: settings } = v.safeParse(Settings, given);
  const ours = Object.keys(context).filter((name) => !isOfCdk(name));
  const asking = Object.keys(contexts).filter((file) => contexts[file]?.confirm !== undefined);
  const known = Object.keys(stages).filter((name) => name !== 'pr');
  const isNew = Object.keys(stages).length > 0 && isProtected({ stage }) && !known.includes(stage);
  const missing = `The stage "${stage}" has no entry in "stages", so its deployment would begin with an empty table;`;
  const faults = [
    ...unknownNames(ours, names),
    ...asking.map((file) => `No deployment would ask before a loss: ${file} has "confirm"; give it once by -c.`),
    ...Object.entries(stages).flatMap(([name, entry]) => [
      ...unknownNames(Object.keys(entry), namesInStages, `stages.${name}.`),
      ...wrongValues({ ...lasting, ...entry, stage: name === 'pr' ? 'pr-0' : name }, `stages.${name}.`, lasting),
    ]),
    ...wrongValues(given, stages[key] ? `stages.${key}.` : '', context),
    ...(isNew ? [`${missing} ${adviceFor(stage, known)}`] : []),
    ...(success ? unknownNames(settings.confirm ?? [], confirmable) : []),
  ];
  if (!success || faults.length > 0) throw new Error([...new Set(faults)].join('\n'));
  return settings;
};

/** Reads the settings of a stage from cdk.json alone, as its deployment without `-c` does. */
export const readEntry = (stage: string): Settings =>
  readSettings(new App({ context: { ...readContexts()['cdk.json'], stage } }).node);
