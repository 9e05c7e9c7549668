import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import * as jobs from '../../functions/jobs';
import * as routes from '../../functions/routes';
import { messageOf } from '../command';
import { type GivenSettings, readContexts, readSettings } from '../stack/context';
import type { Own } from '../stack/own';
import { ServiceStack } from '../stack/service-stack';

/** Stages whose stacks have all constructs between them. */
const stages: readonly GivenSettings[] = [
  { stage: 'dev', stages: {} },
  {
    stage: 'prod',
    canary: true,
    issuer: 'https://issuer.example',
    audience: 'a',
    ownership: true,
    stages: {},
  },
];

/** Returns the context of each stage that cdk.json names, as its deployment without `-c` has it. `pr` holds for all previews. */
const namedStages = (context: GivenSettings = {}): readonly GivenSettings[] =>
  Object.keys(Object(context.stages)).map((name) => ({ ...context, stage: name === 'pr' ? 'pr-0' : name }));

type Checked = { readonly context?: GivenSettings; readonly own?: Own };

/** Synthesizes the stack of one stage into a folder that has the bundles. Returns the errors of its constructs. */
const errorsOf = (given: GivenSettings, folder: string, { context, own }: Checked) => {
  const withoutAssets = { 'aws:cdk:disable-asset-staging': true };
  const app = new App({ treeMetadata: false, outdir: join(folder, 'out'), context: { ...given, ...withoutAssets } });
  const settings = readSettings(app.node, { 'cdk.json': context });
  const env = { region: settings.region ?? 'us-east-1' };
  const stack = new ServiceStack(app, { settings, bundles: folder, env, own });
  const { messages } = app.synth().getStackArtifact(stack.artifactId);
  return messages.flatMap(({ level, entry }) => (level === 'error' ? String(entry.data) : []));
};

/**
 * Returns a sentence for each mistake that a synthesis finds, most of all in lib/own.ts, which may differ by stage. Takes empty
 * folders for bundles.
 */
export const stackErrors = ({ context = readContexts()['cdk.json'], own }: Checked = {}) => {
  // Turns off CDK's template validator, which takes 1.4 s for each stage. `npm run synth` runs the validator.
  process.env.CDK_VALIDATION = 'false';
  const folder = mkdtempSync(join(tmpdir(), 'check-'));
  try {
    for (const name of Object.keys({ ...routes, ...jobs })) mkdirSync(join(folder, name));
    // Names the first stage alone, because a wrong setting of cdk.json is an error of each.
    const failed = new Set<string>();
    const found = [...stages, ...namedStages(context)].flatMap((given) => {
      try {
        return errorsOf(given, folder, { context, own });
      } catch (error) {
        const message = messageOf(error);
        if (failed.has(message)) return [];
        failed.add(message);
        return `The stack of stage "${given.stage}" cannot be synthesized: ${message}`;
      }
    });
    return [...new Set(found)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
