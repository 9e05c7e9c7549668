import type { Route } from '../../../../functions/http/route';
import * as routes from '../../../../functions/routes';
import { isFreeMetric } from '../../../support/monitoring/free-metrics';
import { templateOf } from '../../../support/stack';

const { entries, each } = templateOf({ alarmEmail: 'ops@example.com', encryption: 'customer' });
const [[topicId] = []] = entries('SNS::Topic');
const topic = { Ref: topicId };

type Metric = {
  readonly Id: string;
  readonly Expression?: string;
  readonly MetricStat?: { readonly Metric: { readonly MetricName: string } };
};

const alarms = Object.fromEntries(
  entries('CloudWatch::Alarm').map(([id, { Properties }]) => [id.replace(/^Alarms|[\dA-F]{8}$/g, ''), Properties]),
);
const namesIn = (metrics: readonly Metric[] = []) =>
  metrics.flatMap(({ MetricStat }) => MetricStat?.Metric.MetricName ?? []);
const idsIn = (metrics: readonly Metric[] = []) => metrics.flatMap(({ Id, MetricStat }) => (MetricStat ? Id : []));

/** Functions of metric math. NaN is a missing value, because arithmetic with NaN gives NaN, too. */
const functions = {
  FILL: (value: number, filler: number) => (Number.isNaN(value) ? filler : value),
  IF: (condition: boolean, yes: number, no: number) => (condition ? yes : no),
};

/** Evaluates an alarm's expression for one minute. A metric that `values` does not name is missing. */
const evaluate = (metrics: readonly Metric[], values: Record<string, number> = {}): number => {
  const expression = metrics.find(({ Expression }) => Expression)?.Expression;
  const scope = { ...functions, ...Object.fromEntries(idsIn(metrics).map((id) => [id, values[id] ?? Number.NaN])) };
  return new Function(...Object.keys(scope), `return ${expression}`)(...Object.values(scope));
};

test('the alarms are one for failures, one for latency, one for the table and one for each function', () => {
  const broken = each('Lambda::Function').map(({ Properties }) => Properties.Handler.replace('.handler', 'Broken'));
  expect(broken).toHaveLength(Object.keys(routes).length);
  expect(Object.keys(alarms).sort()).toEqual(['Failing', 'Slow', 'TableThrottles', ...broken].sort());
});

describe.each(Object.entries(alarms))('the alarm %s', (_, alarm) => {
  test('needs two of three minutes, stays silent without data, and notifies the topic at its start and end', () => {
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
  });
});

test('the alarm Failing rings from five failures a minute that are more than 1 % of the requests', () => {
  const { Metrics, Threshold } = alarms.Failing;
  const rings = (failed: number, requests: number) => evaluate(Metrics, { failed, requests }) > Threshold;
  expect([rings(4, 4), rings(5, 499), rings(5, 500), rings(6, 500)]).toEqual([false, true, false, true]);
  expect(Metrics.filter(({ MetricStat }: Metric) => MetricStat)).toMatchObject([
    { Id: 'failed', MetricStat: { Metric: { MetricName: '5xx' }, Period: 60 } },
    { Id: 'requests', MetricStat: { Metric: { MetricName: 'Count' }, Period: 60 } },
  ]);
  expect(evaluate(Metrics)).toBe(0);
});

test('the alarm Slow rings when 1 % of many requests take two seconds', () => {
  expect(alarms.Slow).toMatchObject({
    Namespace: 'AWS/ApiGateway',
    MetricName: 'Latency',
    ExtendedStatistic: 'p99',
    Period: 60,
    Threshold: 2000,
    EvaluateLowSampleCountPercentile: 'ignore',
  });
});

test('the alarm of each function rings at the first failure or throttle', () => {
  for (const [id, { Properties }] of entries('Lambda::Function')) {
    const { Threshold, Metrics } = alarms[Properties.Handler.replace('.handler', 'Broken')];
    expect([Threshold, namesIn(Metrics)]).toEqual([0, ['Errors', 'Throttles']]);
    expect(JSON.stringify(Metrics).match(/"Ref":"[^"]+"/g)).toEqual(Array(2).fill(`"Ref":"${id}"`));
  }
});

/** Operations of DynamoDB that the functions call. Of these, a transaction needs the permissions of its items. */
const operations = new Set([
  'TransactWriteItems',
  ...Object.values<Route>(routes).flatMap(({ actions = [], indexes }) => [...actions, ...(indexes ? ['Query'] : [])]),
]);
operations.delete('ConditionCheckItem');

test('the alarm TableThrottles rings above 10 throttled requests in all operations of the functions', () => {
  const { Threshold, Metrics } = alarms.TableThrottles;
  expect([Threshold, namesIn(Metrics)]).toEqual([10, Array(operations.size).fill('ThrottledRequests')]);
  const used = JSON.stringify(Metrics).match(/(?<="Operation","Value":")\w+/g);
  expect(used?.sort()).toEqual([...operations].sort());
});

const sums = Object.entries(alarms).filter(([name]) => /Broken$|^Table/.test(name));

describe.each(sums)('the alarm %s on sparse metrics', (_, { Metrics, Threshold }) => {
  const ids = idsIn(Metrics);

  test('adds up all its metrics', () => {
    expect(ids.length).toBeGreaterThan(1);
    const sum = evaluate(Metrics, Object.fromEntries(ids.map((id, index) => [id, 10 ** index])));
    expect(sum).toBe(Number('1'.repeat(ids.length)));
  });

  test('rings when only one of its metrics has data, and is silent without any', () => {
    expect(evaluate(Metrics)).toBe(0);
    for (const id of ids) expect(evaluate(Metrics, { [id]: Threshold + 1 })).toBe(Threshold + 1);
  });
});

test('the alarms read only metrics that AWS emits with default settings', () => {
  const used = templateOf()
    .each('CloudWatch::Alarm')
    .flatMap(({ Properties }) =>
      Properties.Metrics
        ? Properties.Metrics.flatMap(({ MetricStat }: { MetricStat?: { Metric: unknown } }) => MetricStat?.Metric ?? [])
        : [Properties],
    )
    .map(({ Namespace, MetricName, Dimensions }) => ({
      namespace: Namespace,
      name: MetricName,
      dimensions: Dimensions.map(({ Name }: { Name: string }) => Name),
    }));
  expect(used.length).toBeGreaterThan(30);
  expect(used.filter((metric) => !isFreeMetric(metric))).toEqual([]);
});
