import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { type Route, routeKeysOf, scopesOf } from '../../../functions/http/route';
import * as routes from '../../../functions/routes';
import { root } from '../../../lib/root';
import { certificate, issuer } from '../../support/stack';

const guarded = {
  ...{ stage: 'prod', issuer, audience: 'a', alarmEmail: 'ops@example.com', tracing: true, canary: true },
  ...{ encryption: 'customer', domain: `api.example.com,${certificate}` },
};

type Findings = { readonly packs: readonly string[]; readonly found: Readonly<Record<string, readonly string[]>> };
let findings: readonly Findings[] = [];

beforeAll(() => {
  // Leaves out CDK's own rules, because `.ci/run` holds these settings against them.
  const asked = [{}, guarded].map((settings) => ({
    ...settings,
    '@aws-cdk/core:validateAgainstDefaultRules': false,
  }));
  const [loader, program] = ['lib/build/typescript.cjs', 'test/lib/stack/nag-report.ts'].map((file) =>
    join(root, file),
  );
  const args = ['--require', String(loader), String(program), JSON.stringify(asked)];
  findings = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', stdio: 'pipe' }));
});

const rows = Object.entries<Route>(routes);
const ofEach = (path: string) => rows.map(([name]) => `Api/${name}/${path}`);

/** Returns the paths of the routes that ask for no token. */
const routesIn = (open: typeof rows) =>
  open.flatMap(([name, route]) =>
    routeKeysOf(route).map((_, index) => `Api/${name}${index ? 'Head' : ''}Route/Resource`),
  );

/** API Gateway calls functions synchronously, so a queue for failed calls would stay empty. */
const noQueue = { 'Serverless-LambdaDLQ': ofEach('Function/Resource').sort() };

describe('cdk-nag finds nothing', () => {
  test('on a stage without settings, but no token, no queue and no traces', () => {
    expect(findings[0]).toEqual({
      packs: ['AwsSolutions', 'Serverless'],
      found: {
        ...noQueue,
        // The stage has no issuer, and every synthesis warns of it.
        'AwsSolutions-APIG4': routesIn(rows).sort(),
        // Traces cost 16 dollars for 10 million requests, and each log line has the time of its request.
        'Serverless-LambdaTracing': ofEach('Function/Resource').sort(),
      },
    });
  });

  test('on a stage with an issuer and the other settings, but no queue, open routes and two wildcards', () => {
    const open = rows.filter(([, route]) => scopesOf(route, {}).length === 0);
    expect(open.length).toBeLessThan(rows.length);
    expect(findings[1]).toEqual({
      packs: ['AwsSolutions', 'Serverless'],
      found: {
        ...noQueue,
        'AwsSolutions-APIG4': routesIn(open).sort(),
        // X-Ray's permissions cannot name a resource. CodeDeploy may ask for more alarms than the named ones.
        'AwsSolutions-IAM5[Resource::*]': [...ofEach('Policy/Resource'), 'Canary/Policy/Resource'].sort(),
        // Alarms go to e-mail: a queue for messages that nobody takes would stay unread.
        'Serverless-SNSRedrivePolicy': ['Alarms/Topic/ops@example.com/Resource'],
      },
    });
  });
});
