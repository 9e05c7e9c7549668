import { templateOf } from '../../../support/stack';

const { entries, each, one } = templateOf({ alarmEmail: 'ops@example.com', profile: 'regulated' });
const [[topicId] = []] = entries('SNS::Topic');

describe('the topic', () => {
  test('accepts messages of alarms over TLS, and none without', () => {
    const { Statement } = one('SNS::TopicPolicy').PolicyDocument;
    expect(Statement).toEqual([
      expect.objectContaining({
        Effect: 'Deny',
        Principal: '*',
        Action: 'sns:Publish',
        Resource: { Ref: topicId },
        Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      }),
      {
        Sid: '1',
        Effect: 'Allow',
        Principal: { Service: 'cloudwatch.amazonaws.com' },
        Action: 'sns:Publish',
        Resource: { Ref: topicId },
        Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
      },
    ]);
  });

  test('and the logs can be read by the services that write them, with the key of the profile regulated', () => {
    const { Statement } = one('KMS::Key').KeyPolicy;
    expect(Statement.slice(1)).toEqual([
      {
        Effect: 'Allow',
        Principal: { Service: { 'Fn::Join': ['', ['logs.', { Ref: 'AWS::Region' }, '.', { Ref: 'AWS::URLSuffix' }]] } },
        Action: ['kms:Decrypt', 'kms:DescribeKey', 'kms:Encrypt', 'kms:GenerateDataKey*', 'kms:ReEncrypt*'],
        Resource: '*',
        Condition: { ArnLike: { 'kms:EncryptionContext:aws:logs:arn': expect.anything() } },
      },
      {
        Effect: 'Allow',
        Principal: { Service: 'cloudwatch.amazonaws.com' },
        Action: ['kms:Decrypt', 'kms:GenerateDataKey*'],
        Resource: '*',
      },
    ]);
  });
});

describe('the dashboard', () => {
  const body = JSON.stringify(one('CloudWatch::Dashboard').DashboardBody);
  const text = body.replaceAll('\\"', '"');

  test.each([
    'Requests',
    'Latency at the gateway, ms',
    'Latency in the functions, p50, ms',
    'Latency in the functions, p99, ms',
    'Errors (5xx)',
    'Cold starts',
    'Throttles',
    'Cost of gateway, functions and units, US dollars',
    'Read units',
    'Write units',
  ])('shows %s', (title) => {
    expect(text).toContain(`"title":"${title}"`);
  });

  test.each(['requests', 'ms', 'errors', 'coldStarts', 'readUnits', 'writeUnits'])(
    'reads %s of every route from the metrics of this stage',
    (name) => {
      const routes = new Set(
        [...text.matchAll(new RegExp(`\\["UsersAndPosts-dev","${name}","route","([^"]+)"`, 'g'))].map(
          ([, route]) => route,
        ),
      );
      expect(routes.size).toBe(each('ApiGatewayV2::Route').length);
    },
  );

  test('has a price on every route', () => {
    expect(text.match(/requests\d+ \* 0\.000001200000 \+ ms\d+ \* 0\.000000006667/g)).toHaveLength(
      each('ApiGatewayV2::Route').length,
    );
  });
});
