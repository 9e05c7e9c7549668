import { otherResources } from '../../support/every-resource';
import { everySetting, templateOf } from '../../support/stack';

const keys = (pk: string) => [
  { AttributeName: pk, KeyType: 'HASH' },
  { AttributeName: 'sk', KeyType: 'RANGE' },
];

/** Index of each parent of a resource. */
const indexes = [
  { IndexName: 'byUser', KeySchema: keys('userId') },
  ...otherResources.flatMap(({ relation }) =>
    relation ? [{ IndexName: expect.any(String), KeySchema: keys(relation.attribute) }] : [],
  ),
];

test.each([
  ['without settings', {}, { regions: [{ Ref: 'AWS::Region' }], units: 4000, isProtected: false, isEncrypted: false }],
  [
    'with replicas, maxUnits and encryption=customer of a protected stage',
    everySetting,
    { regions: ['eu-west-1', 'us-east-1'], units: 100, isProtected: true, isEncrypted: true },
  ],
])('the table %s has keys, limits, backups, protection, encryption and tags', (_, settings, expected) => {
  const template = templateOf(settings);
  const reads = { ReadOnDemandThroughputSettings: { MaxReadRequestUnits: expected.units } };
  const writes = { WriteOnDemandThroughputSettings: { MaxWriteRequestUnits: expected.units } };
  const { AttributeDefinitions, StreamSpecification, ...table } = template.one('DynamoDB::GlobalTable');
  expect(table).toEqual({
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: keys('pk'),
    GlobalSecondaryIndexes: indexes.map((index) => ({ ...index, Projection: { ProjectionType: 'ALL' }, ...writes })),
    TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
    SSESpecification: { SSEEnabled: expected.isEncrypted, ...(expected.isEncrypted && { SSEType: 'KMS' }) },
    ...writes,
    Replicas: expected.regions.map((Region) => ({
      Region,
      DeletionProtectionEnabled: expected.isProtected,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 35 },
      GlobalSecondaryIndexes: indexes.map(({ IndexName }) => ({ IndexName, ...reads })),
      Tags: template.each('Logs::LogGroup')[0]?.Properties.Tags,
      ...reads,
    })),
  });
});

test('capacity=provisioned scales the table, its index and its replicas between both bounds', () => {
  const template = templateOf({ capacity: 'provisioned:5,100', replicas: 'eu-west-1' });
  const { BillingMode, GlobalSecondaryIndexes, Replicas, ...table } = template.one('DynamoDB::GlobalTable');
  expect([BillingMode, JSON.stringify(table).includes('OnDemand')]).toEqual(['PROVISIONED', false]);
  const units = { MinCapacity: 5, MaxCapacity: 100, SeedCapacity: 5 };
  const writes = { WriteProvisionedThroughputSettings: { WriteCapacityAutoScalingSettings: units } };
  const reads = { ReadProvisionedThroughputSettings: { ReadCapacityAutoScalingSettings: units } };
  for (const scaled of [table, ...GlobalSecondaryIndexes]) expect(scaled).toMatchObject(writes);
  expect(Replicas).toHaveLength(2);
  for (const replica of Replicas)
    for (const scaled of [replica, ...replica.GlobalSecondaryIndexes]) expect(scaled).toMatchObject(reads);
});

test('the setting table takes the place of the table of the stack', () => {
  const restored = templateOf({ stage: 'prod', table: 'Posts-restored' });
  expect(restored.each('DynamoDB::GlobalTable')).toEqual([]);
  expect(restored.variablesOf('getPost').TABLE_NAME).toBe('Posts-restored');
  expect(restored.Outputs.TableName.Value).toBe('Posts-restored');
  const policies = JSON.stringify(restored.each('IAM::ManagedPolicy'));
  expect(policies).toContain(':table/Posts-restored"');
  expect(policies).toContain(':table/Posts-restored/index/byUser"');
  const dimensions = JSON.stringify(restored.each('CloudWatch::Alarm'));
  expect(dimensions).toContain('{"Name":"TableName","Value":"Posts-restored"}');
});
