import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { App, CfnResource } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { CfnAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnRole } from 'aws-cdk-lib/aws-iam';
import type { IConstruct } from 'constructs';
import { collectionPathOf, type Route, verbOf } from '../../../functions/kit/http/route';
import * as siteRoutes from '../../../functions/kit/site/routes';
import { resources } from '../../../functions/resources';
import * as routes from '../../../functions/routes';
import { MAX_INDEXES } from '../../../lib/models/indexes';
import { readSettings } from '../../../lib/stack/context';
import { ServiceStack } from '../../../lib/stack/service-stack';
import { temporaryFolder } from '../../support/folder';
import { readText } from '../../support/sources';
import { everySetting } from '../../support/stack';
import { alone } from './alone';

const bundles = temporaryFolder();

/** As many indexes as AWS allows, with names of as many characters as AWS allows. */
const indexes = Array.from({ length: MAX_INDEXES }, (_, n) => {
  const name = `byCopy${n}`.padEnd(255, 'x') as `by${string}`;
  return { name, attribute: `copy${n}`, sort: 'sk' };
});

const stackWith = (settings: object, table: Readonly<Record<string, Route>> = routes, more: object = {}) => {
  for (const name of Object.keys(table)) mkdirSync(join(bundles, name), { recursive: true });
  const outdir = temporaryFolder();
  const context = { ...settings, 'aws:cdk:disable-asset-staging': true };
  const app = new App({ treeMetadata: false, outdir, context });
  const props = { settings: readSettings(app.node), bundles, env: { region: 'us-east-1' }, ...alone(table), ...more };
  const stack = new ServiceStack(app, props);
  /** Synthesizes the stack. Returns the bytes of its template. */
  const synthesize = () => {
    app.synth();
    return statSync(join(outdir, stack.templateFile)).size;
  };
  return { stack, synthesize };
};

const [{ path } = { path: '/none' }] = resources;
const copied = Object.entries<Route>(routes).filter(([, route]) => collectionPathOf(route) === path && verbOf(route));

/**
 * Returns the route table with the kit's own routes and this number of resources, which are copies of the first resource. Each
 * copy belongs to the one before: a list queries the index of its own parent, and a deletion that of its children. The plurals
 * are as long as API Gateway allows for a scope such as `my-api/copies:write`.
 */
const tableOf = (length: number): Readonly<Record<string, Route>> => {
  const names = indexes.map(({ name }) => name);
  const copies = Array.from({ length }, (_, n) =>
    copied.map(([name, route]): [string, Route] => {
      const plural = `copies${n}`.padEnd(51, 'x');
      const routeKey = route.routeKey.replace(path, `/api/v1/${plural}`) as Route['routeKey'];
      const verb = verbOf(route);
      const own = names.filter((_, at) => (verb === 'list' && at === n) || (verb === 'remove' && at === n + 1));
      return [`${name}${plural}`, { ...route, routeKey, indexes: own }];
    }),
  );
  return Object.fromEntries([...Object.entries<Route>(siteRoutes), ...copies.flat()]);
};

const readme = readText('lib/stack/README.md');
const [withCanary = 0, withoutCanary = 0] =
  /(\d+) resources of six routes fit into a stack .+ (\d+) without a canary/.exec(readme)?.slice(1).map(Number) ?? [];

const rows = ['aws', 'customer'].flatMap((encryption) => [
  [withCanary, { canary: true, encryption }, 'fit into a stack'] as const,
  [withoutCanary, { canary: false, encryption }, 'fit into a stack'] as const,
  [withCanary + 1, { canary: true, encryption }, 'are refused'] as const,
  [withoutCanary + 1, { canary: false, encryption }, 'are refused'] as const,
]);

test.each(rows)('%d resources with %j, all other settings and 20 indexes %s', (length, settings, result) => {
  const { synthesize } = stackWith({ ...everySetting, ...settings }, tableOf(length), { indexes });
  if (result === 'are refused') expect(synthesize).toThrow(/: \d{3} is greater than allowed maximum of 500/);
  // CloudFormation allows 1 MB.
  else expect(synthesize()).toBeLessThan(1024 ** 2);
});

test('both READMEs name the number of resources, and that of stack what a resource and a preview of two take', () => {
  const [, ...named] =
    /take (\d+) of them, and with a canary (\d+)\..+two resources has about (\d+) of the/s.exec(readme) ?? [];
  const countOf = (settings: object, length: number, isCounted: (construct: IConstruct) => boolean) =>
    stackWith(settings, tableOf(length), { indexes }).stack.node.findAll().filter(isCounted).length;
  const [plain = 0, canary = 0] = [false, true].map((canary) => {
    const [three = 0, two = 0] = [3, 2].map((length) =>
      countOf({ stage: 'prod', canary }, length, CfnResource.isCfnResource),
    );
    return three - two;
  });
  const roles = countOf({ stage: 'pr-1' }, 2, (construct) => construct instanceof CfnRole);
  expect([plain, canary, roles]).toEqual(named.map(Number));
  expect(readText('README.md')).toContain(`[${withCanary} resources](lib/stack/README.md#settings)`);
});

test('the alarms of 20 indexes with the longest names read ten metrics at most, and AWS takes their texts', () => {
  const { stack } = stackWith({ stage: 'prod' }, routes, { indexes });
  const alarms = stack.node.findAll().filter((each) => each instanceof CfnAlarm);
  type Query = { readonly expression?: string; readonly metricStat?: object };
  const queries = alarms.map(({ metrics = [] }): readonly Query[] => stack.resolve(metrics));
  const counts = queries.map((each) => each.filter(({ metricStat }) => metricStat).length);
  const expressions = queries.flat().map(({ expression = '' }) => expression.length);
  const descriptions = alarms.map(({ alarmDescription = '' }) => alarmDescription.length);
  expect(Math.max(...counts)).toBe(10);
  expect(Math.max(...expressions)).toBeLessThanOrEqual(2048);
  expect(Math.max(...descriptions)).toBeLessThanOrEqual(1024);
});

test('a role that names 38 functions has a policy that IAM accepts with the longest names, and one of 39 is refused', () => {
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
    'The role "many" of apigateway names more than 38 functions, and IAM allows no longer policy; remove routes, or deploy some of them as a service of their own.',
  );
});

test('a model that the table cannot hold and too many indexes are errors of the stack', () => {
  const listNotes = { routeKey: 'GET /notes', query: { after: {} }, response: { rev: { maxLength: 1 } } } as const;
  const settings = { ...readSettings(new App().node), maxIndexes: 0 };
  const { stack } = stackWith({}, { ...routes, listNotes }, { settings });
  const errors = Annotations.fromStack(stack).findError('*', Match.anyValue());
  expect(errors.map(({ entry }) => entry.data)).toEqual(
    ['"rev" of notes', 'indexes, and AWS allows 0'].map((part) => expect.stringContaining(part)),
  );
});
