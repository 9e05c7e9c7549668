import { methodOf, type Route } from '../../../../functions/kit/http/route';
import * as routes from '../../../../functions/routes';
import type { StageTemplate } from '../../../../lib/deploy/fact';
import { TABLE } from '../../../../lib/deploy/facts/table';
import { issuer, templateOf } from '../../../support/stack';
import { refusals, tableWith, templateWith } from '../templates';

const ids = [{ AttributeName: 'id', KeyType: 'HASH' }];
const own = templateWith({}, tableWith([]));
const restored = (table: string, settings: object = {}) => templateWith({ Settings: { ...settings, table } });

test.each([
  ['a restored table', 'Table', own, restored('copy'), 'the table copy'],
  ['an empty table', 'copy', restored('copy'), own, 'an empty table'],
  ['another restored table', 'one', restored('one'), restored('two'), 'the table two'],
  [
    'other keys',
    'Table',
    own,
    templateWith({}, { ...tableWith(['eu-west-1', 'eu-west-2']), KeySchema: ids }),
    'an empty table',
  ],
])('a deployment that takes %s is refused, unless it confirms the table', (_, name, before, after, next) => {
  const sentence = (names: string) =>
    `This deployment leaves the data of the stage in the table ${name}, and begins with ${next}; keep the setting "table", and the logical id and keys of the table, or confirm with -c confirm=${names}.`;
  expect(refusals(before, after)).toEqual([sentence('table')]);
  expect(refusals(before, after, 'issuer')).toEqual([sentence('issuer,table')]);
  expect(refusals(before, after, 'table')).toEqual([]);
});

const tokens = { issuer, audience: ['a'] };
const ofData = Object.values<Route>(routes).filter(({ actions }) => actions);
test.each([
  [{}, ofData.length],
  [tokens, ofData.filter(({ access }) => access === 'public').length],
  [{ ...tokens, protectReads: true }, ofData.filter((route) => route.access && methodOf(route) !== 'GET').length],
])('a deployment with %j that begins to use a table says that %d routes are open', (settings, open) => {
  const sentence = `This deployment opens the table copy, which the stage did not make, and ${open} routes over its data are open to everybody; set "issuer" as the stage of the table does, or confirm with -c confirm=table.`;
  const [without, next] = [templateWith({ Settings: settings }), restored('copy', settings)];
  expect([refusals(without, next), refusals(next, next), refusals(without, next, 'table')]).toEqual([
    [sentence],
    [],
    [],
  ]);
});

test('a table of lib/own.ts is not the table of the stage', () => {
  const first = tableWith([]);
  const withOwn = (id: string, Own: readonly string[]): StageTemplate => ({
    ...templateWith({ Own }, first),
    Resources: { [id]: { Type: TABLE, Properties: first }, ...templateWith({}, first).Resources },
  });
  expect(refusals(templateWith({}, first), withOwn('OwnTable', ['OwnTable']))).toEqual([]);
  expect(refusals(templateWith({}, first), withOwn('Another', []))).toEqual([
    expect.stringContaining('leaves the data'),
  ]);
});

test('a preview leaves its table, and opens no other one unless it confirms the table', () => {
  const preview = (settings: object, properties?: object) =>
    templateWith({ Settings: { stage: 'pr-12', ...settings } }, properties);
  const [before, after] = [preview({}, tableWith([])), preview({ table: 'copy' })];
  expect(refusals(before, preview({}, { KeySchema: ids }))).toEqual([]);
  expect(refusals(before, after)).toEqual([expect.stringContaining('opens the table copy')]);
  expect(refusals(before, after, 'table')).toEqual([]);
});

const protectedTable = templateOf({ stage: 'prod' });
/** Returns the template of a protected stage with other properties of its table, and of the replica there. */
const tableLike = (properties: object, replica: object = {}): StageTemplate => {
  const Properties = protectedTable.one('DynamoDB::GlobalTable');
  const Replicas = Properties.Replicas.map((each: object) => ({ ...each, ...replica }));
  return templateWith(protectedTable.Metadata, { ...Properties, Replicas, ...properties });
};
const recovery = (PointInTimeRecoveryEnabled: boolean, RecoveryPeriodInDays?: number) => {
  return { PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled, RecoveryPeriodInDays } };
};
const numbers = ['pk', 'sk'].map((AttributeName) => ({ AttributeName, AttributeType: 'N' }));
const expiry = { TimeToLiveSpecification: { AttributeName: 'soldAt', Enabled: true } };
const days = (left: number) =>
  `keeps ${left} days of point-in-time recovery of the table in us-east-1, not 35; keep them`;
test.each([
  ['lets items expire by the attribute soldAt, and not by expiresAt; keep the attribute', tableLike(expiry)],
  [
    'turns off the deletion protection of the table in us-east-1; keep it',
    tableLike({}, { DeletionProtectionEnabled: false }),
  ],
  [days(0), tableLike({}, recovery(false))],
  [days(7), tableLike({}, recovery(true, 7))],
  ['leaves the data of the stage in the table', tableLike({ AttributeDefinitions: numbers })],
])('a deployment that %s is refused, unless it confirms the table', (loss, after) => {
  const over = (...confirm: string[]) => refusals(tableLike({}), after, ...confirm);
  expect(over()).toEqual([expect.stringMatching(`^This deployment ${loss}.*, or confirm with -c confirm=table.$`)]);
  expect([over('table'), refusals(tableLike({}), tableLike({}))]).toEqual([[], []]);
});
