import { App } from 'aws-cdk-lib';
import { readContexts, readSettings } from './context';
import { ServiceStack } from './service-stack';

/** Turns off CDK's usage metadata and stack traces. With tree metadata, they take 25 % of a synthesis. */
const withoutMetadata = {
  '@aws-cdk/core:enableAdditionalMetadataCollection': false,
  'aws:cdk:disable-creation-stack-traces': true,
};

/**
 * Synthesizes the stack in this process, as `cdk synth` does, from cdk.json and `more` settings. Returns the folder of
 * the cloud assembly.
 */
export const synthesize = (outdir: string, bundles: string, more: Record<string, unknown> = {}): string => {
  const { 'cdk.json': context } = readContexts();
  const app = new App({ outdir, context: { ...context, ...withoutMetadata, ...more }, treeMetadata: false });
  const settings = readSettings(app.node);
  // Placeholders for a stack that is never deployed. A table with replicas needs a fixed region.
  const env = { region: settings.region ?? 'us-east-1', account: '000000000000' };
  new ServiceStack(app, { settings, bundles, env });
  return app.synth().directory;
};
