import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import type { Route } from '../../../functions/kit/http/route';
import * as routes from '../../../functions/routes';
import { indexes as tableIndexes } from '../../../lib/models/indexes';
import { readSettings } from '../../../lib/stack/context';
import { quotaErrors, ServiceTable } from '../../../lib/stack/table';
import { testWithResource } from '../../support/declared';
import { everySetting, issuer, templateOf } from '../../support/stack';

const keys = (pk: string, sk = 'sk') => [
  { AttributeName: pk, KeyType: 'HASH' },
  { AttributeName: sk, KeyType: 'RANGE' },
];

/** Index of the owners, which is there on each stage, and those of what the resources declare. */
const indexes = [
  { IndexName: 'by_owner', KeySchema: keys('owner__list') },
  ...tableIndexes.slice(1).map(({ name, attribute, sort }) => ({ IndexName: name, KeySchema: keys(attribute, sort) })),
];

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

test.each([
  ['empty indexes of owners from 1 unit, without ownership', {}, 1],
  ['indexes of owners as the others, with ownership', { issuer, audience: 'a', ownership: true }, 5],
])('capacity=provisioned scales the table, its indexes and its replicas, and %s', (_, settings, minOfOwners) => {
  const template = templateOf({ ...settings, capacity: 'provisioned:5,100', replicas: 'eu-west-1' });
  const { BillingMode, GlobalSecondaryIndexes, Replicas, ...table } = template.one('DynamoDB::GlobalTable');
  expect([BillingMode, JSON.stringify(table).includes('OnDemand')]).toEqual(['PROVISIONED', false]);
  const unitsOf = (kind: 'Read' | 'Write', name = 'Table') => {
    const min = name.startsWith('by_owner') ? minOfOwners : 5;
    const units = { MinCapacity: min, MaxCapacity: 100, SeedCapacity: 5 };
    return { [`${kind}ProvisionedThroughputSettings`]: { [`${kind}CapacityAutoScalingSettings`]: units } };
  };
  const ofIndexes = (kind: 'Read' | 'Write') =>
    indexes.map(({ IndexName }) => ({ IndexName, ...unitsOf(kind, IndexName) }));
  expect(table).toMatchObject(unitsOf('Write'));
  expect(GlobalSecondaryIndexes).toMatchObject(ofIndexes('Write'));
  const replica = { ...unitsOf('Read'), GlobalSecondaryIndexes: ofIndexes('Read') };
  expect(Replicas).toMatchObject([replica, replica]);
});

const tooMany =
  'The table has 21 indexes, and AWS allows 20; declare fewer parents, indexed and sorted fields, or raise the quota "Global Secondary Indexes per table" with: aws service-quotas request-service-quota-increase --service-code dynamodb --quota-code L-F7858A77 --desired-value 21, and then set "maxIndexes" to 21.';
test.each([
  [20, {}, []],
  [21, {}, [tooMany]],
  [21, { maxIndexes: 21 }, []],
])('a table with %d indexes and the settings %j has the errors %j', (count, context, errors) => {
  expect(quotaErrors(readSettings(new App({ context }).node), count)).toEqual(errors);
});

test('a table can have more indexes than TableV2 knows, in each region', () => {
  const stack = new Stack(new App(), 'Stack', { env: { account: '1', region: 'eu-west-1' } });
  const settings = { ...readSettings(stack.node), replicas: ['eu-north-1'] };
  const all = Array.from({ length: 22 }, (_, at) => ({ name: `by${at}`, attribute: `a${at}`, sort: `b${at}` }));
  new ServiceTable(stack, 'Table', {
    settings,
    indexes: [...all, { name: 'byN', attribute: 'n', sort: 'sk', isNumber: true }],
  });
  const [{ Properties = {} } = {}] = Object.values(
    Template.fromStack(stack).findResources('AWS::DynamoDB::GlobalTable'),
  );
  const { GlobalSecondaryIndexes, AttributeDefinitions, Replicas } = Properties;
  const [first, ...others] = GlobalSecondaryIndexes;
  expect(others).toEqual([
    ...all
      .slice(1)
      .map(({ name, attribute, sort }) => ({ ...first, IndexName: name, KeySchema: keys(attribute, sort) })),
    { ...first, IndexName: 'byN', KeySchema: keys('n') },
  ]);
  expect(AttributeDefinitions).toHaveLength(2 + 44 + 1);
  expect(AttributeDefinitions).toContainEqual({ AttributeName: 'n', AttributeType: 'N' });
  const names = GlobalSecondaryIndexes.map(({ IndexName }: { IndexName: string }) => IndexName);
  for (const replica of Replicas)
    expect(replica.GlobalSecondaryIndexes.map(({ IndexName }: { IndexName: string }) => IndexName)).toEqual(names);
});

testWithResource('the setting table takes the place of the table of the stack', () => {
  const restored = templateOf({ stage: 'prod', table: 'Restored', replicas: 'eu-west-1' });
  expect(restored.each('DynamoDB::GlobalTable')).toEqual([]);
  for (const [name, { actions }] of Object.entries<Route>(routes))
    expect(restored.variablesOf(name).TABLE_NAME).toBe(actions && 'Restored');
  expect(restored.Outputs.TableName.Value).toBe('Restored');
  const policies = JSON.stringify(restored.each('IAM::Role'));
  expect(policies).toContain(':table/Restored"');
  const used = indexes.filter(({ IndexName }) => !IndexName.startsWith('by_owner'));
  for (const { IndexName } of used) expect(policies).toContain(`:table/Restored/index/${IndexName}"`);
  const dimensions = JSON.stringify(restored.each('CloudWatch::Alarm'));
  expect(dimensions).toContain('"Value":"eu-west-1"},{"Name":"TableName","Value":"Restored"}');
});
