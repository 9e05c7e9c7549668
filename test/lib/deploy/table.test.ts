import type { Generation } from '../../../functions/kit/table/shards';
import { refusalsOf } from '../../../lib/deploy/refusals';
import { confirmable } from '../../../lib/stack/context';
import { templateOf } from '../../support/stack';

const region = 'us-east-1';
const table = 'AWS::DynamoDB::GlobalTable';

const protectedTable = templateOf({ stage: 'prod' });
/** Returns the template of a protected stage with other properties of its table, and of the replica there. */
const tableLike = (properties: object, replica: object = {}) => {
  const Properties = protectedTable.one('DynamoDB::GlobalTable');
  const Replicas = Properties.Replicas.map((each: object) => ({ ...each, ...replica }));
  const Resources = { Table: { Type: table, Properties: { ...Properties, Replicas, ...properties } } };
  return { Metadata: protectedTable.Metadata, Resources };
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
  const over = (confirm: string[] = []) => refusalsOf(tableLike({}), after, { region, confirm });
  expect(over()).toEqual([expect.stringMatching(`^This deployment ${loss}.*, or confirm with -c confirm=table.$`)]);
  expect([over(['table']), refusalsOf(tableLike({}), tableLike({}), { region })]).toEqual([[], []]);
});

test('a deployment of a resource that comes back without its shards is refused, whatever it confirms', () => {
  const PastPlan = {
    USER: [{ from: '2026-01-01T00:00Z', shards: 4 }],
    POST: [{ from: '2026-01-01T00:00Z', shards: 2 }],
  };
  const over = (USER: Generation[]) =>
    refusalsOf(
      { Metadata: { Settings: {}, Plan: {}, PastPlan } },
      { Metadata: { Plan: { USER } } },
      { region, confirm: confirmable },
    );
  expect(over([])).toEqual([
    expect.stringContaining('has the generation "2026-01-01T00:00Z" of USER, and this code does not'),
  ]);
  expect(over(PastPlan.USER)).toEqual([]);
});
