import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { App, CfnOutput, CfnResource } from 'aws-cdk-lib';
import { CfnManagedPolicy, CfnRole } from 'aws-cdk-lib/aws-iam';
import type { IConstruct } from 'constructs';
import type { Route } from '../../../functions/http/route';
import * as routes from '../../../functions/routes';
import { readSettings } from '../../../lib/stack/context';
import { ServiceStack } from '../../../lib/stack/service-stack';
import { temporaryFolder } from '../../support/folder';
import { readText } from '../../support/sources';
import { everySetting } from '../../support/stack';

const bundles = temporaryFolder();

const stackWith = (settings: object, table: Readonly<Record<string, Route>> = routes) => {
  for (const name of Object.keys(table)) mkdirSync(join(bundles, name), { recursive: true });
  const app = new App({
    treeMetadata: false,
    outdir: temporaryFolder(),
    context: { ...settings, 'aws:cdk:disable-asset-staging': true },
  });
  const env = { region: 'us-east-1' };
  const stack = new ServiceStack(app, { settings: readSettings(app.node), bundles, env, routes: table });
  const count = (isCounted: (construct: IConstruct) => boolean) => stack.node.findAll().filter(isCounted).length;
  return { stack, count, synthesize: () => app.synth() };
};

const ofPosts = Object.entries<Route>(routes).filter(([, { routeKey }]) => / \/posts\b/.test(routeKey));

/** Returns the route table with this number of resources. All but users and posts are copies of the posts. */
const tableOf = (resources: number): Readonly<Record<string, Route>> => {
  const copies = Array.from({ length: resources - 2 }, (_, n) =>
    ofPosts.map(([name, route]): [string, Route] => {
      const routeKey = route.routeKey.replace('/posts', `/posts${n}`) as Route['routeKey'];
      return [`${name}${n}`, { ...route, routeKey }];
    }),
  );
  return { ...routes, ...Object.fromEntries(copies.flat()) };
};

const isOutput = (construct: IConstruct) => construct instanceof CfnOutput;

describe.each([2, 4, 8])('a stack of %d resources with all other settings', (resources) => {
  test.each([
    { canary: false, encryption: 'aws' },
    { canary: false, encryption: 'customer' },
    { canary: true, encryption: 'aws' },
    { canary: true, encryption: 'customer' },
  ])('and %j can be deployed, but for eight resources with a canary', (settings) => {
    const { synthesize } = stackWith({ ...everySetting, ...settings }, tableOf(resources));
    if (settings.canary && resources === 8) expect(synthesize).toThrow(/ \d{3} resources, and AWS allows 500;/);
    else expect(synthesize).not.toThrow();
  });
});

test('README names the CloudFormation resources of a resource, without and with a canary', () => {
  const [, ...named] = /take (\d+) of them, and with a canary (\d+)/.exec(readText('lib/stack/README.md')) ?? [];
  const counted = [false, true].map((canary) => {
    const [two = 0, three = 0] = [2, 3].map((n) => stackWith({ stage: 'prod', canary }, tableOf(n)).count(CfnResource.isCfnResource));
    return three - two;
  });
  expect(counted).toEqual(named.map(Number));
});

type Grow = (made: ReturnType<typeof stackWith>) => void;

test.each<[limit: string, grow: Grow]>([
  [
    '501 resources, and AWS allows 500',
    ({ stack, count }) => {
      for (let n = count(CfnResource.isCfnResource); n < 501; n++)
        new CfnResource(stack, `More${n}`, { type: 'A::B::C' });
    },
  ],
  [
    '201 outputs, and AWS allows 200',
    ({ stack, count }) => {
      for (let n = count(isOutput); n < 201; n++) new CfnOutput(stack, `More${n}`, { value: 'x' });
    },
  ],
  [
    '6145 characters in the policy UsersAndPosts-dev/More, and AWS allows 6144',
    ({ stack }) => new CfnManagedPolicy(stack, 'More', { policyDocument: 'x'.repeat(6143) }),
  ],
  [
    '10241 characters in the policy UsersAndPosts-dev/More, and AWS allows 10240',
    ({ stack }) => {
      // A reference counts as 128 characters, the longest ARN of an alias.
      const policies = [['x'.repeat(5000)], [stack.stackId, 'x'.repeat(5102)]].map((policyDocument) => ({
        policyDocument,
        policyName: 'x',
      }));
      new CfnRole(stack, 'More', { assumeRolePolicyDocument: {}, policies });
    },
  ],
])('a stack is refused with %s', (limit, grow) => {
  const made = stackWith({});
  grow(made);
  const refusal = `The stack has ${limit}; remove routes, or deploy some of them as a service of their own.`;
  expect(made.stack.node.validate()).toEqual([refusal]);
});
