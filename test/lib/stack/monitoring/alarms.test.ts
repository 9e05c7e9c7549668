import type { Route } from '../../../../functions/http/route';
import * as routes from '../../../../functions/routes';
import { everySetting, templateOf } from '../../../support/stack';

const plain = templateOf();
const { entries, one } = templateOf(everySetting);
const idOf = (type: string) => ({ Ref: entries(type)[0]?.[0] });
const [topic, api, table] = ['SNS::Topic', 'ApiGatewayV2::Api', 'DynamoDB::GlobalTable'].map(idOf);

const alarms = Object.fromEntries(
  entries('CloudWatch::Alarm').map(([id, { Properties }]) => [id.replace(/^Alarms|[\dA-F]{8}$/g, ''), Properties]),
);

/** Metric of an alarm's expression. AWS emits all of these metrics without a fee and without a setting. */
const metric = (Id: string, source: string, dimensions: object, Stat = 'Sum') => {
  const [Namespace, MetricName] = source.split(' ');
  const Dimensions = Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value }));
  return { Id, MetricStat: { Metric: { Namespace, MetricName, Dimensions }, Period: 60, Stat }, ReturnData: false };
};

/** Sum of metrics. Without FILL, the sum would be missing while one metric has data and another has none. */
const sumOf = (metrics: readonly { readonly Id: string }[]) => [
  { Id: 'expr_1', Expression: metrics.map(({ Id }) => `FILL(${Id}, 0)`).join(' + '), ReturnData: true },
  ...metrics,
];

test('the alarms are one for failures, one for latency, one for the table and one for each function', () => {
  const names = ['Failing', 'Slow', 'TableThrottles', ...Object.keys(routes).map((name) => `${name}Broken`)];
  expect(Object.keys(alarms).sort()).toEqual(names.sort());
});

test.each(Object.entries(alarms))(
  'the alarm %s needs two of three minutes with data, and tells its end',
  (_, alarm) => {
    expect(alarm).toMatchObject({
      AlarmActions: [topic],
      OKActions: [topic],
      ComparisonOperator: 'GreaterThanThreshold',
      DatapointsToAlarm: 2,
      EvaluationPeriods: 3,
      TreatMissingData: 'notBreaching',
      AlarmDescription: expect.any(String),
    });
    expect(alarm).not.toHaveProperty('ActionsEnabled');
  },
);

test('the alarm Failing rings from five failures a minute that are more than 1 % of the requests', () => {
  const { Metrics, Threshold } = alarms.Failing;
  const [{ Expression }, ...metrics] = Metrics;
  expect(metrics).toEqual([
    metric('failed', 'AWS/ApiGateway 5xx', { ApiId: api }),
    metric('requests', 'AWS/ApiGateway Count', { ApiId: api }, 'SampleCount'),
  ]);
  const evaluate = new Function('IF', 'failed', 'requests', `return ${Expression}`);
  const rings = (failed: number, requests: number) =>
    evaluate((is: boolean, yes: number, no: number) => (is ? yes : no), failed, requests) > Threshold;
  expect([rings(4, 4), rings(5, 499), rings(5, 500), rings(6, 500)]).toEqual([false, true, false, true]);
});

test('the alarm Slow rings when 1 % of many requests take two seconds', () => {
  expect(alarms.Slow).toMatchObject({
    Namespace: 'AWS/ApiGateway',
    MetricName: 'Latency',
    Dimensions: [{ Name: 'ApiId', Value: api }],
    ExtendedStatistic: 'p99',
    Period: 60,
    Threshold: 2000,
    EvaluateLowSampleCountPercentile: 'ignore',
  });
});

test.each(Object.keys(routes))('the alarm %sBroken rings at the first failure or throttle', (name) => {
  const [Ref] = entries('Lambda::Function').find(([id]) => id.startsWith(`Api${name}Function`)) ?? [];
  const metrics = ['Errors', 'Throttles'].map((each) =>
    metric(each.toLowerCase(), `AWS/Lambda ${each}`, { FunctionName: { Ref } }),
  );
  expect(alarms[`${name}Broken`]).toMatchObject({ Metrics: sumOf(metrics), Threshold: 0 });
});

test('the alarm TableThrottles rings above 10 throttled requests in all operations of the functions', () => {
  const { Metrics, Threshold } = alarms.TableThrottles;
  const operations = ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems'];
  const metrics = operations.map((Operation) =>
    metric(Operation.toLowerCase(), 'AWS/DynamoDB ThrottledRequests', { Operation, TableName: table }),
  );
  expect([Metrics, Threshold]).toEqual([sumOf(metrics), 10]);
  // DynamoDB counts a condition check as a part of its transaction.
  const counted = ['ConditionCheckItem', ...operations];
  const called = Object.values<Route>(routes).flatMap(({ actions = [] }) => actions);
  expect(called.filter((action) => !counted.includes(action))).toEqual([]);
});

test('the topic takes messages of the alarms over TLS, and mails them to alarmEmail', () => {
  const publish = { Action: 'sns:Publish', Resource: topic };
  const isOpen = { Bool: { 'aws:SecureTransport': 'false' } };
  const isOwn = { StringEquals: { 'aws:SourceAccount': '000000000000' } };
  expect(one('SNS::TopicPolicy').PolicyDocument.Statement).toMatchObject([
    { Effect: 'Deny', Principal: '*', ...publish, Condition: isOpen },
    { Effect: 'Allow', Principal: { Service: 'cloudwatch.amazonaws.com' }, ...publish, Condition: isOwn },
  ]);
  expect(one('SNS::Subscription')).toEqual({ Endpoint: 'ops@example.com', Protocol: 'email', TopicArn: topic });
  expect(plain.each('SNS::Subscription')).toEqual([]);
});
