import type { Reaction } from '../../../../functions/kit/needs';
import { firstVersions } from '../../../../functions/kit/resources';
import { describeFor } from '../../../support/declared';
import { typesOfReactions } from '../../deploy/reaction-permissions';
import { none, stackWith } from '../own-stack';
import { arnOf, eachOf, grantsIn, idOf, idsOf, readStream, typesOf } from './reacting';

const streamArn = 'arn:aws:dynamodb:us-east-1:123456789012:table/copy/stream/2026-11-29T00:00:00.000';

describeFor({ what: 'a resource', found: firstVersions[0] }, 'a function that gets changes', (changesOf) => {
  const { collection, path } = changesOf;
  const stack = (job: Partial<Reaction> = {}, settings: object = {}) =>
    stackWith(none, { job: { changesOf, ...job }, settings });
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

  test('has the limits that it declares, and one filter for all resources', () => {
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
      FilterCriteria: { Filters: [{ Pattern: expect.stringMatching(`"${collection}",.+"${collection}_OTHER",`) }] },
    });
  });

  test.each([
    ['no function gets changes', {}, {}, 'DynamoDB::GlobalTable'],
    ['"table" has no stream', { changesOf }, { table: 'copy' }, undefined],
  ])('there is no stream, mapping, bucket and metadata when %s', (_, job, settings, table) => {
    const { errors, template } = stackWith(none, { job, settings: { stage: 'prod', ...settings } });
    expect([errors, typesOf(template), template.Metadata.Reactions]).toEqual([[], [], undefined]);
    if (table) expect(eachOf(template, table)[0]).not.toHaveProperty('StreamSpecification');
    expect(idsOf(template, 'CloudWatch::Alarm').filter((id) => /Behind|FailedChanges/.test(id))).toEqual([]);
    expect(template.Outputs).not.toHaveProperty('FailedChanges');
  });

  test.each([{}, { table: 'copy' }])(
    '"reactions" off keeps what has failed before, and no stream and mapping (%j)',
    (more) => {
      const { template } = stack({}, { stage: 'prod', reactions: 'off', ...more });
      const mapping = 'AWS::Lambda::EventSourceMapping';
      expect(typesOf(template).map((type) => type.slice(5))).toEqual(
        typesOfReactions.filter((type) => !mapping.endsWith(type)),
      );
      expect(JSON.stringify(template.Resources)).not.toContain('StreamSpecification');
      expect(template.Metadata.Reactions).toBeUndefined();
      expect(template.Outputs).toHaveProperty('FailedChanges');
    },
  );

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
});
