import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import * as jobs from '../../functions/jobs';
import * as routes from '../../functions/routes';
import { messageOf } from '../command';
import { readSettings } from '../stack/context';
import { ServiceStack } from '../stack/service-stack';

/** Stages whose stacks have all constructs between them. */
const stages = [
  { stage: 'dev' },
  { stage: 'prod', canary: true, issuer: 'https://issuer.example', audience: 'a', ownership: true },
];

/** Returns a sentence for each mistake that a synthesis finds, most of all in lib/own.ts. Takes empty folders for bundles. */
export const stackErrors = () => {
  // Turns off CDK's template validator, which takes 1.4 s for each stage. `npm run synth` runs the validator.
  process.env.CDK_VALIDATION = 'false';
  const folder = mkdtempSync(join(tmpdir(), 'check-'));
  try {
    for (const name of Object.keys({ ...routes, ...jobs })) mkdirSync(join(folder, name));
    const found = stages.flatMap((settings) => {
      const context = { 'aws:cdk:disable-asset-staging': true, stages: {}, ...settings };
      const app = new App({ treeMetadata: false, outdir: join(folder, 'out'), context });
      const stack = new ServiceStack(app, {
        settings: readSettings(app.node),
        bundles: folder,
        env: { region: 'us-east-1' },
      });
      const { messages } = app.synth().getStackArtifact(stack.artifactId);
      return messages.flatMap(({ level, entry }) => (level === 'error' ? String(entry.data) : []));
    });
    return [...new Set(found)];
  } catch (error) {
    return [`The stack cannot be synthesized: ${messageOf(error)}`];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
