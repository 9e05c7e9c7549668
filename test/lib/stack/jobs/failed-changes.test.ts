import type { Reaction } from '../../../../functions/kit/needs';
import { firstVersions } from '../../../../functions/kit/resources';
import { describeFor } from '../../../support/declared';
import { readText } from '../../../support/sources';
import { none, type OwnTemplate, stackWith } from '../own-stack';
import { arnOf, eachOf, grantsIn, idOf, idsOf, readStream, typesOf } from './reacting';

describeFor({ what: 'a resource', found: firstVersions[0] }, 'a function whose changes can fail', (changesOf) => {
  const stack = (job: Partial<Reaction> = {}, settings: object = {}) =>
    stackWith(none, { job: { changesOf, ...job }, settings });
  const prod = stack({}, { stage: 'prod' });

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

  test('takes as many resources of the stack as lib/stack/README.md says, of a protected one with one such function or two', () => {
    const countIn = ({ Resources }: OwnTemplate) =>
      Object.keys(Resources).filter((id) => /^Jobs|^Alarms(Behind|FailedChanges)/.test(id)).length;
    const more = { again: { changesOf } };
    const two = stackWith(none, { job: { changesOf }, more, settings: { stage: 'prod' } });
    const [first, both] = [prod, two].map(({ template }) => countIn(template));
    const [, ...named] =
      /of a protected stage takes (\d+), and a second one (\d+)\./.exec(readText('lib/stack/README.md')) ?? [];
    expect(named.map(Number)).toEqual([first, Number(both) - Number(first)]);
  });

  test('has on dev a mapping, and no place for failed changes', () => {
    const { template } = stack();
    const [mapping] = eachOf(template, 'Lambda::EventSourceMapping');
    expect([typesOf(template), mapping?.DestinationConfig]).toEqual([['AWS::Lambda::EventSourceMapping'], undefined]);
    expect(template.Outputs).not.toHaveProperty('FailedChanges');
    expect(idsOf(template, 'CloudWatch::Alarm')).toEqual([]);
  });
});
