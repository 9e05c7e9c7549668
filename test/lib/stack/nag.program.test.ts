import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { type Route, routeKeysOf, scopesOf } from '../../../functions/kit/http/route';
import { pluralIn } from '../../../functions/kit/model/relation';
import { firstVersions } from '../../../functions/kit/resources';
import * as routes from '../../../functions/routes';
import { root } from '../../../lib/root';
import { readSettings } from '../../../lib/stack/context';
import { ServiceStack } from '../../../lib/stack/service-stack';
import { temporaryFolder } from '../../support/folder';
import { everySetting } from '../../support/stack';

type Violation = { readonly ruleName: string; readonly violatingConstructs: readonly { constructPath: string }[] };
type Report = { readonly pluginReports: readonly { pluginName: string; violations: readonly Violation[] }[] };

/** Runs both packs on the stack of some settings. Returns the constructs that each rule of a pack or of CDK finds. */
const findingsIn = (settings: Record<string, unknown>) => {
  const { context } = JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8'));
  // Leaves out CDK's own rules, because `.ci/run` holds these settings against them.
  const withoutRules = { '@aws-cdk/core:validateAgainstDefaultRules': false, stages: {} };
  const app = new App({ outdir: temporaryFolder(), context: { ...context, ...settings, ...withoutRules } });
  const bundles = join(process.env.ASSEMBLY ?? '', 'bundles');
  new ServiceStack(app, { settings: readSettings(app.node), bundles, env: {} });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
  // CDK throws when a rule finds something, and writes all findings into a file.
  expect(() => app.synth()).toThrow();
  const { pluginReports }: Report = JSON.parse(readFileSync(join(app.outdir, 'validation-report.json'), 'utf8'));
  const pathIn = ({ constructPath }: { constructPath: string }) => constructPath.replace(/^[^/]+\//, '');
  const found = pluginReports
    .flatMap(({ violations }) => violations)
    .map(({ ruleName, violatingConstructs }) => [ruleName, violatingConstructs.map(pathIn).sort()]);
  return { plugins: pluginReports.map(({ pluginName }) => pluginName), found: Object.fromEntries(found) };
};

const rows = Object.entries<Route>(routes);
const ofEach = (path: string) => rows.map(([name]) => `Api/${name}/${path}`).sort();

/** Returns the paths of the routes that ask for no token. */
const routesIn = (open: typeof rows) =>
  open
    .flatMap(([name, route]) => routeKeysOf(route).map((_, index) => `Api/${name}${index ? 'Head' : ''}Route/Resource`))
    .sort();

const plurals = firstVersions.map(({ path }) => pluralIn(path));
const canaryRoles = [...plurals, 'site'].sort().map((name) => `Canary/Roles/${name}/Resource`);

/** API Gateway calls functions synchronously, so a queue for failed calls would stay empty. */
const noQueue = { 'Serverless-LambdaDLQ': ofEach('Function/Resource') };

describe('cdk-nag', () => {
  test('finds on a stage without settings only missing tokens, queues and traces', () => {
    expect(findingsIn({})).toEqual({
      plugins: ['AwsSolutions', 'Serverless'],
      found: {
        ...noQueue,
        // The stage has no issuer, and the guard warns of it.
        'AwsSolutions-APIG4': routesIn(rows),
        // Traces cost 16 dollars for 10 million requests, and each log line has the time of its request.
        'Serverless-LambdaTracing': ofEach('Function/Resource'),
      },
    });
  });

  test('finds on a stage with every setting but replicas only missing queues, open routes and two wildcards', () => {
    const open = rows.filter(([, route]) => scopesOf(route, { protectReads: true }).length === 0);
    expect(findingsIn({ ...everySetting, replicas: undefined })).toEqual({
      plugins: ['AwsSolutions', 'Serverless'],
      found: {
        ...noQueue,
        'AwsSolutions-APIG4': routesIn(open),
        // X-Ray's permissions cannot name a resource. CodeDeploy may ask for more alarms than the named ones.
        'AwsSolutions-IAM5[Resource::*]': [...ofEach('Role/Resource'), ...canaryRoles],
        'Serverless-LambdaStarPermissions': ofEach('Role/Resource'),
        // Alarms go to e-mail: a queue for messages that nobody takes would stay unread.
        'Serverless-SNSRedrivePolicy': ['Alarms/Topic/ops@example.com/Resource'],
      },
    });
  });
});
