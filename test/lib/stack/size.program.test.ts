import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { App, CfnResource } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { CfnDashboard } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnRole } from 'aws-cdk-lib/aws-iam';
import type { IConstruct } from 'constructs';
import { collectionPathOf, type Route, verbOf } from '../../../functions/kit/http/route';
import { resources } from '../../../functions/resources';
import * as routes from '../../../functions/routes';
import { readSettings } from '../../../lib/stack/context';
import { ServiceStack } from '../../../lib/stack/service-stack';
import { temporaryFolder } from '../../support/folder';
import { readText } from '../../support/sources';
import { everySetting } from '../../support/stack';

const bundles = temporaryFolder();

const stackWith = (settings: object, table: Readonly<Record<string, Route>> = routes, refused: object = {}) => {
  for (const name of Object.keys(table)) mkdirSync(join(bundles, name), { recursive: true });
  const context = { ...settings, 'aws:cdk:disable-asset-staging': true };
  const app = new App({ treeMetadata: false, outdir: temporaryFolder(), context });
  const env = { region: 'us-east-1' };
  const given = { ...readSettings(app.node), ...refused };
  const stack = new ServiceStack(app, { settings: given, bundles, env, routes: table });
  return { stack, synthesize: () => app.synth() };
};

const [{ path } = { path: '/none' }] = resources;
const rowsOf = (isMeant: (route: Route) => unknown) =>
  Object.entries<Route>(routes).filter(([, route]) => isMeant(route));

/** Returns the route table with this number of resources, which are copies of the first resource. */
const tableOf = (length: number): Readonly<Record<string, Route>> => {
  const copies = Array.from({ length }, (_, n) =>
    rowsOf((route) => collectionPathOf(route) === path && verbOf(route)).map(([name, route]): [string, Route] => {
      const routeKey = route.routeKey.replace(path, `${path}${n}`) as Route['routeKey'];
      return [`${name}${n}`, { ...route, routeKey }];
    }),
  );
  return Object.fromEntries([...rowsOf(({ actions }) => !actions), ...copies.flat()]);
};

const rows = ['aws', 'customer'].flatMap((encryption) => [
  [7, { canary: true, encryption }, 'fit into a stack'] as const,
  [11, { canary: false, encryption }, 'fit into a stack'] as const,
  [8, { canary: true, encryption }, 'are refused'] as const,
]);

test.each(rows)('%d resources with %j and all other settings %s', (length, settings, result) => {
  const { synthesize } = stackWith({ ...everySetting, ...settings }, tableOf(length));
  if (result === 'are refused') expect(synthesize).toThrow(/: \d{3} is greater than allowed maximum of 500/);
  else expect(synthesize).not.toThrow();
});

test('each query of the dashboard of eleven resources reads at most 50 logs, and all queries read each log', () => {
  const { stack } = stackWith({ dashboard: true }, tableOf(11));
  const [dashboard] = stack.node.findAll().filter((each) => each instanceof CfnDashboard);
  const body = JSON.stringify(stack.resolve(dashboard?.dashboardBody));
  const sources = body
    .split('"query')
    .slice(1)
    .map((query) => query.match(/SOURCE/g)?.length ?? 0);
  expect(Math.max(...sources)).toBe(50);
  expect(sources.reduce((sum, each) => sum + each)).toBe(5 * Object.keys(tableOf(11)).length);
});

test('README names the CloudFormation resources of a resource, without and with a canary, and its roles', () => {
  const [, ...named] =
    /take (\d+) of them, and with a canary (\d+)\. They also take (\d+) of the/.exec(readText('lib/stack/README.md')) ??
    [];
  const countOf = (canary: boolean, isCounted: (construct: IConstruct) => boolean) => {
    const [three = 0, two = 0] = [3, 2].map(
      (length) => stackWith({ stage: 'prod', canary }, tableOf(length)).stack.node.findAll().filter(isCounted).length,
    );
    return three - two;
  };
  const { isCfnResource } = CfnResource;
  const roles = countOf(false, (construct) => construct instanceof CfnRole);
  expect([countOf(false, isCfnResource), countOf(true, isCfnResource), roles]).toEqual(named.map(Number));
});

test('a resource of 38 routes has policies that IAM accepts with the longest names, and one of 39 is refused', () => {
  const route = { response: {}, access: 'public', actions: ['GetItem'] } as const;
  const many = (length: number): Record<string, Route> =>
    Object.fromEntries(
      Array.from({ length }, (_, n) => [`n${n}`, { ...route, routeKey: `GET /many/{id}/${n}` } as const]),
    );
  const { stack } = stackWith({ stage: 'prod', canary: true }, { ...routes, ...many(38) });
  const roles = stack.node.findAll().filter((each) => each instanceof CfnRole);
  // The name of a function has at most 64 characters, and its ARN 123. A policy joins the ARN and the alias.
  const longest = (_: string, value: unknown) =>
    'Fn::GetAtt' in Object(value) ? 'x'.repeat(123) : 'Fn::Join' in Object(value) ? 'x'.repeat(128) : value;
  const sizes = roles.map((role) => JSON.stringify(stack.resolve(role.policies) ?? '', longest).length);
  expect(Math.max(...sizes)).toBeLessThan(10_240);
  expect(Math.max(...sizes)).toBeGreaterThan(38 * 257);
  expect(() => stackWith({}, { ...routes, ...many(39) })).toThrow(
    'The resource many has more than 38 routes, and IAM allows no longer policy; remove routes, or deploy some of them as a service of their own.',
  );
});

test('a model that the table cannot hold and too many indexes are errors of the stack', () => {
  const listNotes = { routeKey: 'GET /notes', query: { after: {} }, response: { rev: { maxLength: 1 } } } as const;
  const { stack } = stackWith({}, { ...routes, listNotes }, { maxIndexes: 0 });
  const errors = Annotations.fromStack(stack).findError('*', Match.anyValue());
  expect(errors.map(({ entry }) => entry.data)).toEqual(
    ['"rev" of notes', 'indexes, and AWS allows 0'].map((part) => expect.stringContaining(part)),
  );
});
