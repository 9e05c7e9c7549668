import { Stack } from 'aws-cdk-lib';
import { MathExpression, Metric, type MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { generationsOf } from '../../../functions/kit/table/keys';
import { resources } from '../../../functions/resources';
import { indexesIn } from '../../models/indexes';
import type { HandlerFunction, SharedProps } from '../handler';

type Period = Pick<MetricOptions, 'period'>;

/**
 * Matches the lines of failures: a response with 500, which Lambda counts as a success, an error behind a response with 200,
 * such as a malformed item of a list, and Lambda's own report of a crash or a timeout, which has the level WARN. Lambda keeps
 * the level of a line that has a time.
 */
const filterPattern = FilterPattern.any(
  FilterPattern.numberValue('$.status', '=', 500),
  FilterPattern.stringValue('$.level', '=', 'ERROR'),
  ...['error', 'failure', 'timeout'].map((status) => FilterPattern.stringValue('$.record.status', '=', status)),
);

/** Counts the failures in the logs of all functions, as one metric, because AWS charges each metric that has values. */
export const failuresOf = (scope: Construct, handlers: readonly HandlerFunction[], { period }: Period) => {
  const [metricNamespace, metricName] = [Stack.of(scope).stackName, 'Failures'];
  const props = { filterPattern, metricNamespace, metricName };
  for (const { node, function: handler } of handlers)
    new MetricFilter(scope, `${node.id}Failures`, { logGroup: handler.logGroup, ...props });
  return new Metric({ namespace: metricNamespace, metricName, statistic: 'Sum', period });
};

/** Counts the responses of `$default` with a 4xx in its log, because its invocations are preflights and redirects, too. */
export const unknownOf = (scope: Construct, { node, function: { logGroup } }: HandlerFunction, { period }: Period) => {
  const filterPattern = FilterPattern.numberValue('$.status', '>=', 400);
  const [metricNamespace, metricName] = [Stack.of(scope).stackName, 'UnknownPaths'];
  new MetricFilter(scope, `${node.id}Unknown`, { logGroup, filterPattern, metricNamespace, metricName });
  return new Metric({ namespace: metricNamespace, metricName, statistic: 'Sum', period });
};

type Watched = Pick<SharedProps, 'table' | 'settings'>;

type Pair = {
  readonly names: readonly [string, string];
  readonly expressionOf: (reads: string, writes: string, index?: string) => string;
};

/** Makes an expression of a metric of reads and one of writes, for the table and for each index. */
const expressionsOf = ({ table, settings }: Watched, { period }: Period, { names, expressionOf }: Pair) =>
  [undefined, ...indexesIn(settings)].map((index) => {
    const dimensionsMap = { TableName: table.tableName, ...(index && { GlobalSecondaryIndexName: index }) };
    const name = index ?? 'Table';
    // The ids of metrics must differ in a chart, and have no dot. No name has two underscores.
    const id = name.replace('.', '__');
    const [reads, writes] = [`readsOf${id}`, `writesOf${id}`];
    const sum = (metricName: string) => table.metric(metricName, { dimensionsMap, statistic: 'Sum', period });
    const metric = new MathExpression({
      // FILL counts a metric without data as 0. Without FILL, the alarm stays silent while only one of both has data.
      expression: expressionOf(`FILL(${reads}, 0)`, `FILL(${writes}, 0)`, index),
      usingMetrics: { [reads]: sum(names[0]), [writes]: sum(names[1]) },
      period,
      label: name,
    });
    return { name, metric };
  });

/**
 * Counts the throttled reads and writes of the table and of each index. DynamoDB counts a throttled request only when it
 * throttles all items of a batch, but an event for each item.
 */
export const throttlesOf = (watched: Watched, period: Period) =>
  expressionsOf(watched, period, {
    names: ['ReadThrottleEvents', 'WriteThrottleEvents'],
    expressionOf: (reads, writes) => `${reads} + ${writes}`,
  });

/** Read and write units a second that a shard takes. */
const SHARD_UNITS = [3_000, 1_000] as const;

/** Returns the used percentage of `maxUnits`, or of the shards of the collection that has most if they take less. */
export const loadOf = (watched: Watched, period: Period) => {
  const { maxUnits, capacity } = watched.settings;
  const max = capacity?.max ?? maxUnits;
  const shards = Math.max(1, ...resources.map(({ collection }) => generationsOf(collection).at(-1)?.shards ?? 1));
  return expressionsOf(watched, period, {
    names: ['ConsumedReadCapacityUnits', 'ConsumedWriteCapacityUnits'],
    expressionOf: (reads, writes, index) => {
      const [ofReads, ofWrites] = SHARD_UNITS.map((units) => 60 * (index ? max : Math.min(max, shards * units)));
      return `MAX([100 * ${reads} / ${ofReads}, 100 * ${writes} / ${ofWrites}])`;
    },
  });
};
