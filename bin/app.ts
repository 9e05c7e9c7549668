import { App } from 'aws-cdk-lib';
import { ServiceStack } from '../lib/service-stack';
import { readSettings } from '../lib/settings';

const app = new App();
new ServiceStack(app, readSettings(app.node));
app.synth();
