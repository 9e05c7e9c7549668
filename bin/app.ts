import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { bundle } from '../lib/bundle';
import { ServiceStack } from '../lib/service-stack';
import { readSettings } from '../lib/settings';

const app = new App();
const settings = readSettings(app.node);
bundle(join(app.outdir, 'bundles')).then((bundles) => {
  new ServiceStack(app, { settings, bundles });
  app.synth();
});
