import { App } from 'aws-cdk-lib';
import type { Reaction } from '../../../functions/kit/needs';
import { firstVersions } from '../../../functions/kit/resources';
import { readSettings } from '../../../lib/stack/context';
import { reactionErrors } from '../../../lib/stack/jobs/changes';
import { describeFor } from '../../support/declared';
import { typesOfReactions } from '../deploy/permissions';
import { none, type OwnTemplate, stackWith } from './own-stack';

const streamArn = 'arn:aws:dynamodb:us-east-1:123456789012:table/copy/stream/2026-11-29T00:00:00.000';

const entriesOf = ({ Resources }: OwnTemplate, type: string) =>
  Object.entries(Resources).filter(([, { Type }]) => Type === `AWS::${type}`);
const idsOf = (template: OwnTemplate, type: string) => entriesOf(template, type).map(([id]) => id);
const eachOf = (template: OwnTemplate, type: string) => entriesOf(template, type).map(([, each]) => each.Properties);

/** Returns the id of the only resource of a type. */
const idOf = (template: OwnTemplate, type: string) => {
  const ids = idsOf(template, type);
  expect(ids).toHaveLength(1);
  return String(ids[0]);
};
const arnOf = (id: string, attribute = 'Arn') => ({ 'Fn::GetAtt': [id, attribute] });

/** Lists the types of resources that serve reactions alone. */
const typesOf = (template: OwnTemplate) =>
  Object.values(template.Resources)
    .map(({ Type }) => Type)
    .filter((type) => /::(EventSourceMapping$|S3::|SQS::)/.test(type))
    .sort();

/** Grants of the role by which the only reaction runs. */
const grantsIn = (template: OwnTemplate) => {
  const [{ FunctionName } = {}] = eachOf(template, 'Lambda::EventSourceMapping');
  const { Role } = Object(template.Resources[Object(FunctionName).Ref]?.Properties);
  const { Policies } = Object(template.Resources[Role['Fn::GetAtt'][0]]?.Properties);
  expect(Policies).toHaveLength(1);
  return Policies[0].PolicyDocument.Statement.map(({ Action, Resource }: Record<string, unknown>) => [
    Action,
    Resource,
  ]);
};

const readStream = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map(
  (name) => `dynamodb:${name}`,
);

describeFor({ what: 'a resource', found: firstVersions[0] }, 'a function that gets changes', (changesOf) => {
  const { collection, path } = changesOf;
  const stack = (job: Partial<Reaction> = {}, settings: object = {}, more?: Record<string, Partial<Reaction>>) =>
    stackWith(none, { job: { changesOf, ...job }, settings, ...(more && { more }) });
  const prod = stack({}, { stage: 'prod' });

  test('has on a protected stage a mapping whose failed changes go to the bucket', () => {
    const { errors, template } = prod;
    const [{ FilterCriteria, ...mapping } = {}] = eachOf(template, 'Lambda::EventSourceMapping');
    expect(errors).toEqual([]);
    expect(typesOf(template).map((type) => type.slice(5))).toEqual(typesOfReactions);
    expect(mapping).toEqual({
      BatchSize: 100,
      BisectBatchOnFunctionError: true,
      DestinationConfig: { OnFailure: { Destination: arnOf(idOf(template, 'S3::Bucket')) } },
      Enabled: true,
      EventSourceArn: arnOf(idOf(template, 'DynamoDB::GlobalTable'), 'StreamArn'),
      FunctionName: { Ref: expect.stringMatching(/^JobsworkFunction/) },
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      MaximumBatchingWindowInSeconds: 1,
      MaximumRecordAgeInSeconds: 15 * 60,
      ParallelizationFactor: 1,
      StartingPosition: 'TRIM_HORIZON',
      Tags: expect.anything(),
    });
    const S = [collection, { prefix: `${collection}#` }];
    const Pattern = JSON.stringify({ dynamodb: { Keys: { pk: { S } } } });
    expect(FilterCriteria).toEqual({ Filters: [{ Pattern }] });
    expect(eachOf(template, 'DynamoDB::GlobalTable')).toMatchObject([
      { StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' } },
    ]);
    expect(template.Metadata.Reactions).toEqual({ work: [path] });
  });

  test('has the limits that it declares, and a filter for each resource', () => {
    const limits = { batchSize: 10, windowSeconds: 0, concurrency: 5, retryMinutes: 60 };
    const other = { collection: `${collection}_OTHER`, path };
    const { errors, template } = stack({ ...limits, changesOf: [changesOf, other] });
    const [mapping] = eachOf(template, 'Lambda::EventSourceMapping');
    expect(errors).toEqual([]);
    expect(mapping).toMatchObject({
      BatchSize: 10,
      MaximumBatchingWindowInSeconds: 0,
      MaximumRecordAgeInSeconds: 3600,
      ParallelizationFactor: 5,
      FilterCriteria: { Filters: [{}, {}] },
    });
  });

  test('may read the stream, write into the bucket and the log, and do what it names, and no more', () => {
    const { template } = stack({ actions: ['GetItem'] }, { stage: 'prod' });
    const [table, bucket] = [idOf(template, 'DynamoDB::GlobalTable'), idOf(template, 'S3::Bucket')];
    const log = idsOf(template, 'Logs::LogGroup').find((id) => id.startsWith('JobsLog')) ?? '';
    expect(grantsIn(template)).toEqual([
      ['dynamodb:GetItem', arnOf(table)],
      [readStream, arnOf(table, 'StreamArn')],
      ['s3:PutObject', { 'Fn::Join': ['', [arnOf(bucket), '/*']] }],
      ['s3:ListBucket', arnOf(bucket)],
      [['logs:CreateLogStream', 'logs:PutLogEvents'], arnOf(log)],
    ]);
  });

  test('may use the key of the stack, with which the bucket is encrypted', () => {
    const { template } = stack({}, { stage: 'prod', encryption: 'customer' });
    const key = arnOf(idOf(template, 'KMS::Key'));
    expect(grantsIn(template)).toContainEqual([['kms:Decrypt', 'kms:GenerateDataKey'], key]);
    const ServerSideEncryptionByDefault = { SSEAlgorithm: 'aws:kms', KMSMasterKeyID: key };
    expect(eachOf(template, 'S3::Bucket')).toMatchObject([
      {
        BucketEncryption: {
          ServerSideEncryptionConfiguration: [{ BucketKeyEnabled: true, ServerSideEncryptionByDefault }],
        },
      },
    ]);
  });

  test('leaves its failed changes in a bucket for 15 days, and a message of each in a queue for 14', () => {
    const { template } = prod;
    const [bucket, queue] = [idOf(template, 'S3::Bucket'), idOf(template, 'SQS::Queue')];
    expect(template.Resources[bucket]).toMatchObject({
      DeletionPolicy: 'RetainExceptOnCreate',
      Properties: {
        LifecycleConfiguration: { Rules: [{ ExpirationInDays: 15, Status: 'Enabled' }] },
        NotificationConfiguration: { QueueConfigurations: [{ Event: 's3:ObjectCreated:*', Queue: arnOf(queue) }] },
        PublicAccessBlockConfiguration: { BlockPublicAcls: true, RestrictPublicBuckets: true },
      },
      // S3 tries the queue when it gets the notification.
      DependsOn: expect.arrayContaining([expect.stringMatching(/QueuePolicy/)]),
    });
    expect(template.Resources[queue]).toMatchObject({
      DeletionPolicy: 'RetainExceptOnCreate',
      Properties: { MessageRetentionPeriod: 14 * 24 * 3600, SqsManagedSseEnabled: true },
    });
    expect(eachOf(template, 'SQS::QueuePolicy')).toMatchObject([
      {
        PolicyDocument: {
          Statement: [
            { Effect: 'Deny' },
            {
              Action: 'sqs:SendMessage',
              Principal: { Service: 's3.amazonaws.com' },
              Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
            },
          ],
        },
      },
    ]);
    expect(template.Outputs.FailedChanges?.Value).toEqual({ Ref: queue });
  });

  test('has on dev a mapping, and no place for failed changes', () => {
    const { template } = stack();
    const [mapping] = eachOf(template, 'Lambda::EventSourceMapping');
    expect([typesOf(template), mapping?.DestinationConfig]).toEqual([['AWS::Lambda::EventSourceMapping'], undefined]);
    expect(template.Outputs).not.toHaveProperty('FailedChanges');
    expect(idsOf(template, 'CloudWatch::Alarm')).toEqual([]);
  });

  test.each([
    ['no function gets changes', {}, {}, 'DynamoDB::GlobalTable'],
    ['"reactions" is off', { changesOf }, { reactions: 'off' }, 'DynamoDB::GlobalTable'],
    ['"table" has no stream', { changesOf }, { table: 'copy' }, undefined],
    ['"reactions" is off beside "table"', { changesOf }, { table: 'copy', reactions: 'off' }, undefined],
  ])('there is no stream, mapping, bucket and metadata when %s', (_, job, settings, table) => {
    const { errors, template } = stackWith(none, { job, settings: { stage: 'prod', ...settings } });
    expect([errors, typesOf(template), template.Metadata.Reactions]).toEqual([[], [], undefined]);
    if (table) expect(eachOf(template, table)[0]).not.toHaveProperty('StreamSpecification');
    expect(idsOf(template, 'CloudWatch::Alarm').filter((id) => /Behind|FailedChanges/.test(id))).toEqual([]);
    expect(template.Outputs).not.toHaveProperty('FailedChanges');
  });

  test('reads with "table" the stream that the stage names', () => {
    const { template } = stack({}, { stage: 'prod', table: 'copy', reactions: streamArn });
    expect(eachOf(template, 'Lambda::EventSourceMapping')).toMatchObject([{ EventSourceArn: streamArn }]);
    expect(grantsIn(template)).toContainEqual([readStream, streamArn]);
  });

  test('gets nothing while the stage is closed', () => {
    const { template } = stack({}, { stage: 'prod', closed: true });
    expect(eachOf(template, 'Lambda::EventSourceMapping')).toMatchObject([{ Enabled: false }]);
  });

  test('runs new code at once on a stage with canary deployments, and rolls none of them back', () => {
    const { template } = stack({}, { stage: 'prod', canary: true });
    const groups = JSON.stringify(eachOf(template, 'CodeDeploy::DeploymentGroup'));
    expect(groups).not.toMatch(/work|Behind|FailedChanges/);
    expect(idsOf(template, 'Lambda::Alias').filter((id) => id.includes('work'))).toEqual([]);
  });

  const several = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`again${n}`, { changesOf }]));
  test.each([
    ['two functions', {}, 1, []],
    [
      'three functions',
      {},
      2,
      [/^3 functions get changes \(work, again0, again1\), and a stream serves 2 at once; give one/],
    ],
    [
      'two functions with "replicas"',
      { replicas: 'eu-west-1' },
      1,
      [/^2 functions .+ serves 1 with "replicas"; give one/],
    ],
    ['three functions with "reactions" off', { reactions: 'off' }, 2, []],
  ])('%s that get changes are as many as a stream serves, or an error', (_, settings, more, expected) => {
    const { errors } = stack({}, settings, several(more));
    expect(errors).toEqual(expected.map((pattern) => expect.stringMatching(pattern)));
  });

  test.each([
    ['batchSize', 1_001, 'from 1 to 1000'],
    ['windowSeconds', 301, 'from 0 to 300'],
    ['concurrency', 0, 'from 1 to 10'],
    ['retryMinutes', 0.5, 'from 1 to 1380'],
  ])('is refused with %s=%d', (limit, value, allowed) => {
    // CDK refuses some of these values itself, before the stack is whole.
    const errors = reactionErrors(
      { work: { entry: 'functions/a.ts', changesOf, [limit]: value } },
      readSettings(new App().node),
    );
    expect(errors).toEqual([`"${limit}" of work is ${value}; allowed: a whole number ${allowed}.`]);
  });

  test('is refused with a resource that is not a first version, and with more resources than Lambda takes filters', () => {
    const later = { collection, path: '/api/v9/nothing' };
    expect(stack({ changesOf: later }).errors).toEqual([
      '"changesOf" of work has /api/v9/nothing; give it the entity in the store.ts of a first version.',
    ]);
    expect(stack({ changesOf: Array(6).fill(changesOf) }).errors).toEqual([
      '"changesOf" of work has more than 5 resources, and Lambda takes 5 filters; make two functions.',
    ]);
  });
});
