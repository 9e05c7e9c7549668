import { isFreeMetric } from '../../../support/monitoring/free-metrics';
import { templateOf } from '../../../support/stack';

const { entries, one } = templateOf({ alarmEmail: 'ops@example.com', encryption: 'customer' });
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

  test('and the logs can be read by the services that write them, with the key of the stack', () => {
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
  const [, parts] = one('CloudWatch::Dashboard').DashboardBody['Fn::Join'];
  const body = parts.map((part: { Ref?: string }) => part.Ref ?? part).join('');
  const widgets: { type: string; properties: { title: string; metrics: unknown[][] } }[] = JSON.parse(body).widgets;
  const metricsOf = (title: string) =>
    widgets.find(({ properties }) => properties.title === title)?.properties.metrics ?? [];

  test('shows free metrics, and no metric of the service itself', () => {
    const charts = widgets.filter(({ type }) => type === 'metric');
    expect(charts.map(({ properties: { title } }) => title)).toEqual([
      'Requests',
      'Latency at the gateway, ms',
      'Latency in the functions, p50, ms',
      'Latency in the functions, p99, ms',
      'Responses of the gateway with 5xx',
      'Crashes and timeouts of functions',
      'Throttles',
      'Units of the table',
    ]);
    // An expression is an object alone, and stands for the metrics that it names. Names and values of dimensions alternate.
    const used = charts
      .flatMap(({ properties: { metrics } }) => metrics)
      .filter(([first]) => typeof first === 'string')
      .map((metric) => metric.map((part) => (typeof part === 'string' ? part : '')))
      .map(([namespace = '', name = '', ...rest]) => {
        const dimensions = rest.slice(0, -1).filter((_, index) => index % 2 === 0);
        return { namespace, name, dimensions };
      });
    expect(used.length).toBeGreaterThan(50);
    expect(used.filter((metric) => !isFreeMetric(metric))).toEqual([]);
  });

  test.each([
    ['Requests', 'Invocations', {}],
    ['Latency in the functions, p50, ms', 'Duration', { stat: 'p50' }],
    ['Latency in the functions, p99, ms', 'Duration', { stat: 'p99' }],
    ['Crashes and timeouts of functions', 'Errors', {}],
    ['Throttles', 'Throttles', {}],
  ])('%s has the metric %s of each function, with the key of its route', (title, name, options) => {
    const functions = entries('Lambda::Function').map(([id, { Properties }]) => [id, Properties.Description]);
    for (const [id, description] of functions) {
      const label = description.slice(0, description.lastIndexOf(':'));
      const metric = ['AWS/Lambda', name, 'FunctionName', id, expect.objectContaining({ label, ...options })];
      expect(metricsOf(title)).toContainEqual(metric);
    }
  });

  test('shows the consumed units of the table', () => {
    expect(metricsOf('Units of the table').map(([namespace, name]) => [namespace, name])).toEqual([
      ['AWS/DynamoDB', 'ConsumedReadCapacityUnits'],
      ['AWS/DynamoDB', 'ConsumedWriteCapacityUnits'],
    ]);
  });
});
