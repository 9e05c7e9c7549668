import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { bundle } from '../lib/build/bundle';
import { readArgs, runCommand } from '../lib/command';
import { guard } from '../lib/deploy/guard';
import { readSettings } from '../lib/stack/context';
import { ServiceStack } from '../lib/stack/service-stack';

runCommand(async () => {
  // Refuses the `-c` of `npm run deploy -c stage=prod`, which npm takes for itself. Without this, CDK deploys stage dev.
  const context = { type: 'string', short: 'c', does: 'set a setting of the stage' } as const;
  readArgs({ name: `npm run ${process.env.npm_lifecycle_event}`, options: { context } }, []);
  const app = new App();
  const settings = readSettings(app.node);
  const bundles = join(app.outdir, 'bundles');
  await bundle(bundles, settings.client, join(app.outdir, 'maps'));
  // The CDK CLI sets the account when it has credentials.
  const { CDK_DEFAULT_ACCOUNT: account, CDK_DEFAULT_REGION: region = 'us-east-1' } = process.env;
  const env = { account, region };
  const stack = new ServiceStack(app, { settings, bundles, env });
  await guard(stack, env, settings);
  app.synth();
});
