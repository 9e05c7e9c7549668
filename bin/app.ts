import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { bundle } from '../lib/build/bundle';
import { runCommand } from '../lib/command';
import { checkPartitions } from '../lib/deploy/partitions';
import { ServiceStack } from '../lib/stack/service-stack';
import { readSettings } from '../lib/stack/settings';

runCommand(async () => {
  const app = new App();
  const settings = readSettings(app.node);
  checkPartitions(settings.stage);
  const bundles = join(app.outdir, 'bundles');
  await bundle(bundles, settings.client);
  const { CDK_DEFAULT_ACCOUNT: account, CDK_DEFAULT_REGION: region } = process.env;
  new ServiceStack(app, { settings, bundles, env: { account, region } });
  app.synth();
});
