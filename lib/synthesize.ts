import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { ServiceStack } from './service-stack';
import { readSettings } from './settings';

/** The stack as `cdk synth` makes it from cdk.json, in this process; answers the folder of the cloud assembly. */
export const synthesize = (outdir: string, bundles: string): string => {
  const { context } = JSON.parse(readFileSync(join(__dirname, '..', 'cdk.json'), 'utf8'));
  const app = new App({ outdir, context });
  new ServiceStack(app, { settings: readSettings(app.node), bundles });
  return app.synth().directory;
};
