import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { firstVersions } from '../../../functions/kit/resources';
import * as routes from '../../../functions/routes';
import { root } from '../../../lib/root';
import { readSettings } from '../../../lib/stack/context';
import { ServiceStack } from '../../../lib/stack/service-stack';
import { temporaryFolder } from '../../support/folder';
import { everySetting } from '../../support/stack';
import { alone } from './alone';

type Violation = { readonly ruleName: string; readonly violatingConstructs: readonly { constructPath: string }[] };
type Report = { readonly pluginReports: readonly { violations: readonly Violation[] }[] };

const entry = 'functions/work.ts';
/** Function that gets changes, of a service that has a resource. */
const reactions = Object.fromEntries(
  firstVersions.slice(0, 1).map((changesOf) => ['work', { entry, changesOf } as const]),
);
const bundles = temporaryFolder();
for (const name of Object.keys({ ...routes, ...reactions })) mkdirSync(join(bundles, name));

/** Runs both packs on the stack of some settings. Returns what each rule of a pack or of CDK finds, such as `rule Table`. */
const findingsIn = (settings: Record<string, unknown>) => {
  const { context } = JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8'));
  // Leaves out CDK's own rules, because `.ci/run` holds these settings against them, and the limit of a stack, because
  // size.program.test.ts does.
  const without = {
    '@aws-cdk/core:validateAgainstDefaultRules': false,
    '@aws-cdk/core:stackResourceLimit': 0,
    'aws:cdk:disable-asset-staging': true,
  };
  const app = new App({ outdir: temporaryFolder(), context: { ...context, ...settings, ...without, stages: {} } });
  new ServiceStack(app, { settings: readSettings(app.node), bundles, env: {}, ...alone(), jobs: reactions });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
  // CDK throws when a rule finds something, and writes all findings into a file.
  expect(() => app.synth()).toThrow();
  const { pluginReports }: Report = JSON.parse(readFileSync(join(app.outdir, 'validation-report.json'), 'utf8'));
  return pluginReports
    .flatMap(({ violations }) => violations)
    .flatMap(({ ruleName, violatingConstructs }) =>
      violatingConstructs.map(({ constructPath }) => constructPath.replace(/^[^/]+/, ruleName)),
    );
};

const ofReactions = [
  // A stream is no asynchronous call: what fails goes to the bucket of the mapping.
  /^Serverless-LambdaDLQ\/Jobs\/work\/Function\/Resource$/,
  // Only protected stages keep failed changes.
  /^Serverless-LambdaEventSourceMappingDestination\/Jobs\/work\/Changes\/Resource$/,
  /^Serverless-LambdaTracing\/Jobs\/work\/Function\/Resource$/,
  // Lambda chooses the names of the objects. X-Ray's permissions cannot name a resource.
  /^AwsSolutions-IAM5\[Resource::(<JobsFailedBucket\w+.Arn>\/)?\*\]\/Jobs\/Roles\/[\w+.-]+\/Resource$/,
  /^Serverless-LambdaStarPermissions\/Jobs\/Roles\/[\w+.-]+\/Resource$/,
  // The queue is itself the place of what has failed, and a person takes its messages.
  /^AwsSolutions-SQS3\/Jobs\/Failed\/Queue\/Resource$/,
  /^Serverless-SQSRedrivePolicy\/Jobs\/Failed\/Queue\/Resource$/,
  // A log of accesses would need a second bucket. The first one is empty as long as nothing fails.
  /^AwsSolutions-S1\/Jobs\/Failed\/Bucket\/Resource$/,
];

const exceptions = [
  // The guard warns of a stage without an issuer. contract/authentication.test.ts says which routes are open with one.
  /^AwsSolutions-APIG4\/Api\/\w+Route\/Resource$/,
  // API Gateway calls functions synchronously, so a queue for failed calls would stay empty.
  /^Serverless-LambdaDLQ\/Api\/\w+\/Function\/Resource$/,
  // Traces cost 16 dollars for 10 million requests, and each log line has the time of its request.
  /^Serverless-LambdaTracing\/Api\/\w+\/Function\/Resource$/,
  // X-Ray's permissions cannot name a resource. CodeDeploy may ask for more alarms than the named ones.
  /^AwsSolutions-IAM5\[Resource::\*\]\/(Api|Canary)\/Roles\/[\w+.-]+\/Resource$/,
  /^Serverless-LambdaStarPermissions\/Api\/Roles\/[\w+.-]+\/Resource$/,
  // Alarms go to e-mail: a queue for messages that nobody takes would stay unread.
  /^Serverless-SNSRedrivePolicy\/Alarms\/Topic\/ops@example.com\/Resource$/,
  ...(firstVersions.length > 0 ? ofReactions : []),
];

test('cdk-nag finds no more than the exceptions, without settings and with every setting but replicas', () => {
  const found = [{}, { ...everySetting, replicas: undefined }].flatMap(findingsIn);
  expect(found.filter((finding) => !exceptions.some((exception) => exception.test(finding)))).toEqual([]);
  expect(exceptions.filter((exception) => !found.some((finding) => exception.test(finding)))).toEqual([]);
});
