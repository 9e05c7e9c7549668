import { indexNames } from '../../../../lib/models/indexes';
import { serviceName } from '../../../../lib/root';
import { readText } from '../../../support/sources';
import { everySetting, templateOf } from '../../../support/stack';

const plain = templateOf();
const full = templateOf(everySetting);
const owned = templateOf({ ...everySetting, canary: false, ownership: true });
const used = indexNames.filter((name) => !name.startsWith('by_owner'));
const [topic] = full.entries('SNS::Topic').map(([Ref]) => ({ Ref }));

// biome-ignore lint/suspicious/noExplicitAny: the expectations of a test are the check of a template's shape
type Json = any;

/** Names a metric by its source, the values of its dimensions and its statistic, such as `AWS/ApiGateway 5xx Api Sum`. */
const nameOf = ({ Namespace, MetricName, Dimensions = [] }: Json, statistic: string) => {
  const values = Dimensions.map(({ Value }: Json) => Value.Ref?.match(/^(Api(?=HttpApi)|\w+(?=.{8}$))/)[0] ?? Value);
  return [Namespace, MetricName, ...values, statistic].join(' ');
};

/** Returns the condition of an alarm, with the names of metrics in place of the ids. The expression is the first metric. */
const conditionOf = ({ Metrics: [expression, ...metrics] = [], Threshold, Statistic, ...metric }: Json) => {
  const insertName = (text: string, { Id, MetricStat: { Metric, Stat } }: Json) =>
    text.replaceAll(Id, nameOf(Metric, Stat));
  const name = nameOf(metric, Statistic ?? metric.ExtendedStatistic);
  return `${expression ? metrics.reduce(insertName, expression.Expression) : name} > ${Threshold}`;
};

test.each([
  ['each index but those of owners', full, used],
  ['each index on a stage with ownership', owned, indexNames],
])(
  'the alarms watch %s under these conditions, and AWS charges only the metrics of the logs',
  (_, template, watched) => {
    const [requests, errors] = ['AWS/ApiGateway Count Api SampleCount', 'AWS/ApiGateway 5xx Api Sum'];
    const known = `(${requests} - FILL(AWS/Lambda Invocations ApifallbackFunction Sum, 0))`;
    const refused = `(AWS/ApiGateway 4xx Api Sum - FILL(${serviceName}-prod UnknownPaths Sum, 0))`;
    const sums = (name: string, of: string) =>
      ['Read', 'Write'].map((kind) => `FILL(AWS/DynamoDB ${name.replace('*', kind)} ${of} Sum, 0)`);
    const shards = Math.max(1, ...Object.values<Json>(full.Metadata.Plan).map((plan) => plan.at(-1)?.shards ?? 1));
    const ofIndexes = watched.map((name) => `${name} Table`);
    const groups = ofIndexes.flatMap((_, at) => (at % 5 ? [] : [ofIndexes.slice(at, at + 5)]));
    const parts = [
      { name: 'Table', each: ['Table'], writes: Math.min(2000, 1000 * shards) },
      ...groups.map((each, at) => ({ name: `Indexes${at + 1}`, each, writes: 2000 })),
    ];
    const maxOf = (terms: string[]) => (terms.length > 1 ? `MAX([${terms.join(', ')}])` : terms.join());
    const found = template
      .entries('CloudWatch::Alarm')
      .map(([id, { Properties }]) => [id.slice(6, -8), conditionOf(Properties)]);
    expect(found).toEqual([
      ['Failing', `100 * ${errors} / ${requests} > 1`],
      ['Broken', `IF(100 * FILL(${errors}, 0) > FILL(${requests}, 0), 0, ${serviceName}-prod Failures Sum) > 0`],
      ['Slow', 'AWS/ApiGateway Latency Api p99 > 2000'],
      ['Refused', `IF(${refused} >= 5, 100 * ${refused} / ${known}, 0) > 25`],
      ['NearThrottle', `${requests} > ${0.8 * 60 * 70}`],
      ['Concurrency', `IF(${errors} > 0, FILL(AWS/Lambda Throttles Sum, 0), 0) > 0`],
      ...parts.map(({ name, each, writes }) => {
        const terms = each.flatMap((of) => {
          const [read, written] = sums('Consumed*CapacityUnits', of);
          return [`100 * ${read} / ${60 * 2000}`, `100 * ${written} / ${60 * writes}`];
        });
        return [`${name}NearCapacity`, `${maxOf(terms)} > 70`];
      }),
      ...parts.map(({ name, each }) => {
        const terms = each.map((of) => sums('*ThrottleEvents', of).join(' + '));
        return [`${name}Throttles`, `${maxOf(terms)} > 10`];
      }),
      ['Laggingeuwest1', 'FILL(AWS/DynamoDB ReplicationLatency eu-west-1 Table Average, 0) > 60000'],
    ]);
  },
);

test('README has a row for each alarm, with the first sentence of its description', () => {
  const own = /(Table|Indexes\d)(?=NearC|Thr)|eu-?west-?1/g;
  const expected = full.entries('CloudWatch::Alarm').map(([id, { Properties }]) => {
    const [sentence] = Properties.AlarmDescription.split(/\.(?: |$)/, 1);
    return `| ${id.slice(6, -8)} | ${sentence} |`.replace(own, '');
  });
  const [, section = ''] = readText('lib/stack/README.md').split('## Alarms\n');
  const [, ...rows] = section.replace(/\*\w+\*/g, '').match(/^\| \w+ \| .+? \|/gm) ?? [];
  // The rows of reactions follow, which this service may not have (reaction-alarms.test.ts).
  expect(rows.filter((row) => !/^\| (Behind|FailedChanges) /.test(row))).toEqual([...new Set(expected)]);
});

test('each alarm tells its start and its end to both topics, after two minutes of fifteen with data', () => {
  const receivers = [topic, everySetting.alarmTopic];
  for (const { Properties: alarm } of full.each('CloudWatch::Alarm')) {
    expect(alarm).toMatchObject({
      AlarmActions: receivers,
      OKActions: receivers,
      ComparisonOperator: 'GreaterThanThreshold',
      DatapointsToAlarm: 2,
      EvaluationPeriods: 15,
      TreatMissingData: 'notBreaching',
    });
    expect(alarm).not.toHaveProperty('ActionsEnabled');
    expect(new Set(JSON.stringify(alarm).match(/"Period":\d+/g))).toEqual(new Set(['"Period":60']));
  }
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
