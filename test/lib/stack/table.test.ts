import type { Route } from '../../../functions/kit/http/route';
import { attributeOf } from '../../../functions/kit/model/models';
import { indexOf } from '../../../functions/kit/table/shards';
import { resources } from '../../../functions/resources';
import * as routes from '../../../functions/routes';
import { testWithResource } from '../../support/declared';
import { everySetting, templateOf } from '../../support/stack';

const keys = (pk: string) => [
  { AttributeName: pk, KeyType: 'HASH' },
  { AttributeName: 'sk', KeyType: 'RANGE' },
];

/** Index of each parent of a resource, and of each indexed field. */
const indexed = resources.flatMap(({ collection, input }) =>
  Object.entries(input)
    .filter(([, field]) => field.parent || field.isIndexed)
    .map(([name, field]) => attributeOf(collection, name, field)),
);
const indexes = [...new Set(indexed)].map((attribute) => ({
  IndexName: indexOf(attribute),
  KeySchema: keys(attribute),
}));
const orNone = <T>(list: readonly T[]) => (list.length > 0 ? list : undefined);

test.each([
  ['without settings', {}, { regions: [{ Ref: 'AWS::Region' }], units: 4000, isProtected: false, isEncrypted: false }],
  [
    'with replicas, maxUnits and encryption=customer of a protected stage',
    everySetting,
    { regions: ['eu-west-1', 'us-east-1'], units: 2000, isProtected: true, isEncrypted: true },
  ],
])('the table %s has keys, limits, backups, protection, encryption and tags', (_, settings, expected) => {
  const template = templateOf(settings);
  const reads = { ReadOnDemandThroughputSettings: { MaxReadRequestUnits: expected.units } };
  const writes = { WriteOnDemandThroughputSettings: { MaxWriteRequestUnits: expected.units } };
  const { AttributeDefinitions, StreamSpecification, ...table } = template.one('DynamoDB::GlobalTable');
  expect(table).toEqual({
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: keys('pk'),
    GlobalSecondaryIndexes: orNone(
      indexes.map((index) => ({ ...index, Projection: { ProjectionType: 'ALL' }, ...writes })),
    ),
    TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
    SSESpecification: { SSEEnabled: expected.isEncrypted, ...(expected.isEncrypted && { SSEType: 'KMS' }) },
    ...writes,
    Replicas: expected.regions.map((Region) => ({
      Region,
      DeletionProtectionEnabled: expected.isProtected,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 35 },
      GlobalSecondaryIndexes: orNone(indexes.map(({ IndexName }) => ({ IndexName, ...reads }))),
      Tags: template.each('Logs::LogGroup')[0]?.Properties.Tags,
      ...reads,
    })),
  });
});

test('capacity=provisioned scales the table, its index and its replicas between both bounds', () => {
  const template = templateOf({ capacity: 'provisioned:5,100', replicas: 'eu-west-1' });
  const { BillingMode, GlobalSecondaryIndexes = [], Replicas, ...table } = template.one('DynamoDB::GlobalTable');
  expect([BillingMode, JSON.stringify(table).includes('OnDemand')]).toEqual(['PROVISIONED', false]);
  const units = { MinCapacity: 5, MaxCapacity: 100, SeedCapacity: 5 };
  const writes = { WriteProvisionedThroughputSettings: { WriteCapacityAutoScalingSettings: units } };
  const reads = { ReadProvisionedThroughputSettings: { ReadCapacityAutoScalingSettings: units } };
  for (const scaled of [table, ...GlobalSecondaryIndexes]) expect(scaled).toMatchObject(writes);
  expect(Replicas).toHaveLength(2);
  for (const replica of Replicas)
    for (const scaled of [replica, ...(replica.GlobalSecondaryIndexes ?? [])]) expect(scaled).toMatchObject(reads);
});

testWithResource('the setting table takes the place of the table of the stack', () => {
  const restored = templateOf({ stage: 'prod', table: 'Restored', replicas: 'eu-west-1' });
  expect(restored.each('DynamoDB::GlobalTable')).toEqual([]);
  for (const [name, { actions }] of Object.entries<Route>(routes))
    expect(restored.variablesOf(name).TABLE_NAME).toBe(actions && 'Restored');
  expect(restored.Outputs.TableName.Value).toBe('Restored');
  const policies = JSON.stringify(restored.each('IAM::Role'));
  expect(policies).toContain(':table/Restored"');
  for (const { IndexName } of indexes) expect(policies).toContain(`:table/Restored/index/${IndexName}"`);
  const dimensions = JSON.stringify(restored.each('CloudWatch::Alarm'));
  expect(dimensions).toContain('"Value":"eu-west-1"},{"Name":"TableName","Value":"Restored"}');
});
