import { buildResponse } from '../../../../functions/kit/http/response';
import { respond } from '../../../../functions/kit/lambda/respond';
import * as routes from '../../../../functions/routes';
import { serviceName } from '../../../../lib/root';
import { indexNames } from '../../../../lib/stack/table';
import { readText } from '../../../support/sources';
import { everySetting, templateOf } from '../../../support/stack';
import { eventOf, invoke } from '../../../support/unit/event';
import { mockTable } from '../../../support/unit/table';

const plain = templateOf();
const full = templateOf(everySetting);
const table = mockTable();

const names = Object.keys(routes);
const [topic] = full.entries('SNS::Topic').map(([Ref]) => ({ Ref }));

// biome-ignore lint/suspicious/noExplicitAny: the expectations of a test are the check of a template's shape
type Json = any;

/** Names a metric by its source, the values of its dimensions and its statistic, such as `AWS/ApiGateway 5xx Api Sum`. */
const nameOf = ({ Namespace, MetricName, Dimensions = [] }: Json, statistic: string) => {
  const values = Dimensions.map(({ Value }: Json) => Value.Ref?.match(/^(Api|Table)/)[0] ?? Value);
  return [Namespace, MetricName, ...values, statistic].join(' ');
};

/** Returns the condition of an alarm, with the names of metrics in place of the ids. The expression is the first metric. */
const conditionOf = ({ Metrics: [expression, ...metrics] = [], Threshold, Statistic, ...metric }: Json) => {
  const insertName = (text: string, { Id, MetricStat: { Metric, Stat } }: Json) =>
    text.replaceAll(Id, nameOf(Metric, Stat));
  return `${expression ? metrics.reduce(insertName, expression.Expression) : nameOf(metric, Statistic)} > ${Threshold}`;
};

test('the alarms have these conditions, on metrics of which AWS charges only those of the logs', () => {
  const requests = 'AWS/ApiGateway Count Api SampleCount';
  const percent = (of: string) => `IF(${of} >= 5, 100 * ${of} / ${requests}, 0)`;
  const throttles = (of: string) =>
    `FILL(AWS/DynamoDB ReadThrottleEvents ${of} Sum, 0) + FILL(AWS/DynamoDB WriteThrottleEvents ${of} Sum, 0) > 10`;
  const found = full
    .entries('CloudWatch::Alarm')
    .map(([id, { Properties }]) => [id.slice(0, -8), conditionOf(Properties)]);
  expect(found).toEqual([
    ['AlarmsFailing', `${percent('AWS/ApiGateway 5xx Api Sum')} > 1`],
    ['AlarmsSlow', `IF(${requests} >= 100, AWS/ApiGateway Latency Api p99, 0) > 2000`],
    ...names.map((name) => [`Alarms${name}Broken`, `${serviceName}-prod ${name} Sum > 0`]),
    ['AlarmsRefused', `${percent('AWS/ApiGateway 4xx Api Sum')} > 25`],
    ['AlarmsNearThrottle', `${requests} > ${0.8 * 60 * 70}`],
    ['AlarmsConcurrency', 'AWS/Lambda Throttles Sum > 0'],
    ['AlarmsTableThrottles', throttles('Table')],
    ...indexNames.map((name) => [`Alarms${name}Throttles`, throttles(`${name} Table`)]),
    ['AlarmsLaggingeuwest1', 'AWS/DynamoDB ReplicationLatency eu-west-1 Table Average > 60000'],
  ]);
});

test('README has a row for each alarm, with the first sentence of its description', () => {
  // A name can be the beginning of another one.
  const all = [...names, ...indexNames].sort().reverse();
  const own = new RegExp([...all, 'Table(?=Throttles)', 'eu-?west-?1'].join('|'), 'g');
  const expected = full.entries('CloudWatch::Alarm').map(([id, { Properties }]) => {
    const [sentence] = Properties.AlarmDescription.split(/\.(?: |$)/, 1);
    return `| ${id.slice(6, -8)} | ${sentence} |`.replace(own, '');
  });
  const [, section = ''] = readText('lib/stack/README.md').split('## Alarms\n');
  const [, ...rows] = section.replace(/\*\w+\*/g, '').match(/^\| \w+ \| .+? \|/gm) ?? [];
  expect(rows).toEqual([...new Set(expected)]);
});

test('each alarm tells its start and its end to both topics, after two minutes of three with data', () => {
  const receivers = [topic, everySetting.alarmTopic];
  for (const { Properties: alarm } of full.each('CloudWatch::Alarm')) {
    expect(alarm).toMatchObject({
      AlarmActions: receivers,
      OKActions: receivers,
      ComparisonOperator: 'GreaterThanThreshold',
      DatapointsToAlarm: 2,
      EvaluationPeriods: 3,
      TreatMissingData: 'notBreaching',
      AlarmDescription: expect.any(String),
    });
    expect(alarm).not.toHaveProperty('ActionsEnabled');
    expect(new Set(JSON.stringify(alarm).match(/"Period":\d+/g))).toEqual(new Set(['"Period":60']));
  }
});

/** Tells whether a line matches a pattern such as `{ ($.a = 1) || ($.b.c = "d") }`. */
const matches = (pattern: string, line: Json) =>
  pattern
    .slice(2, -2)
    .split(' || ')
    .some((term) => {
      const [, path = '', value = ''] = /^\(\$\.([\w.]+) = (\d+|"\w+")\)$/.exec(term) ?? [];
      return path.split('.').reduce((found, name) => found?.[name], line) === JSON.parse(value);
    });

/** Line of Lambda about an invocation, as in the schema of its Telemetry API. */
const report = (type: string, status: string) => ({ type: `platform.${type}`, record: { requestId: '1', status } });

test.each(names)('each failed request of %s, and no other line of its log, raises its alarm', async (name) => {
  const answer = (respondTo: Parameters<typeof respond>[0]) => invoke(respond(respondTo), eventOf('GET /api/v1/users'));
  await answer(() => Promise.reject(new TypeError('A bug')));
  for (const status of [200, 404, 503]) await answer(async () => buildResponse(status, {}));
  const [bug, ...answered] = table.logged();
  const failures = [bug, report('report', 'timeout'), report('runtimeDone', 'error'), report('report', 'failure')];
  const others = [...answered, report('report', 'success')];
  const filters = full.each('Logs::MetricFilter').map(({ Properties }) => Properties);
  const [filter] = filters.filter(({ LogGroupName }) => LogGroupName.Ref.startsWith(`Api${name}Log`));
  const matched = [...failures, ...others].filter((line) => matches(filter.FilterPattern, line));
  expect(matched).toEqual(failures);
  const counted = { MetricName: name, MetricNamespace: `${serviceName}-prod`, MetricValue: '1' };
  expect(filter.MetricTransformations).toEqual([counted]);
});

test('the topic takes messages of the alarms over TLS, and mails them to alarmEmail', () => {
  const publish = { Action: 'sns:Publish', Resource: topic };
  const isOpen = { Bool: { 'aws:SecureTransport': 'false' } };
  const isOwn = { StringEquals: { 'aws:SourceAccount': '000000000000' } };
  expect(full.one('SNS::TopicPolicy').PolicyDocument.Statement).toMatchObject([
    { Effect: 'Deny', Principal: '*', ...publish, Condition: isOpen },
    { Effect: 'Allow', Principal: { Service: 'cloudwatch.amazonaws.com' }, ...publish, Condition: isOwn },
  ]);
  expect(full.one('SNS::Subscription')).toEqual({ Endpoint: 'ops@example.com', Protocol: 'email', TopicArn: topic });
  expect(templateOf({ stage: 'prod', canary: true }).each('SNS::Subscription')).toEqual([]);
});

test('the setting budget tells the receivers of the alarms when the stage costs nearly as much', () => {
  const notify = (NotificationType: string, Threshold: number) => ({
    Notification: { NotificationType, Threshold, ComparisonOperator: 'GREATER_THAN', ThresholdType: 'PERCENTAGE' },
    Subscribers: [
      { SubscriptionType: 'EMAIL', Address: everySetting.alarmEmail },
      { SubscriptionType: 'SNS', Address: everySetting.alarmTopic },
    ],
  });
  expect(full.one('Budgets::Budget')).toMatchObject({
    Budget: {
      ...{ BudgetType: 'COST', TimeUnit: 'MONTHLY', BudgetLimit: { Amount: 50, Unit: 'USD' } },
      CostFilters: { TagKeyValue: ['user:stage$prod'] },
    },
    NotificationsWithSubscribers: [notify('ACTUAL', 80), notify('FORECASTED', 100)],
  });
});

test('dev and previews have no alarm, no metric of their own and no dashboard', () => {
  const types = /::(Alarm|MetricFilter|Dashboard|Topic|Budget)$/;
  const preview = templateOf({ stage: 'pr-12', encryption: 'customer' });
  for (const { Resources } of [plain, preview])
    expect(Object.values(Resources).filter(({ Type }) => types.test(Type))).toEqual([]);
});
