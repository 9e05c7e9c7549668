import { Stack } from 'aws-cdk-lib';
import { type AlarmProps, MathExpression, type MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { generationsOf } from '../../../functions/kit/table/keys';
import { resources } from '../../../functions/resources';
import { fallback } from '../../../functions/routes';
import type { Settings } from '../settings';

/** Condition of an alarm, and the section of lib/deploy/RUNBOOKS.md that says what to do. */
export type AlarmCondition = Pick<AlarmProps, 'threshold' | 'alarmDescription' | 'treatMissingData'> & {
  readonly page: string;
};

type Period = Pick<MetricOptions, 'period'>;

/** Patterns of log lines by the names of the metrics that count them. */
const patterns = {
  /**
   * Matches the lines of failures: a response with 500, which Lambda counts as a success, an error behind a response with 200,
   * such as a malformed item of a list, and Lambda's own report of a crash or a timeout, which has the level WARN. Lambda keeps
   * the level of a line that has a time.
   */
  Failures: FilterPattern.any(
    FilterPattern.numberValue('$.status', '=', 500),
    FilterPattern.stringValue('$.level', '=', 'ERROR'),
    ...['error', 'failure', 'timeout'].map((status) => FilterPattern.stringValue('$.record.status', '=', status)),
  ),
  /** Matches the responses of `$default` with a 4xx, because its invocations are preflights and redirects, too. */
  UnknownPaths: FilterPattern.all(
    FilterPattern.numberValue('$.status', '>=', 400),
    FilterPattern.stringValue('$.route', '=', fallback.routeKey),
  ),
};

type Lines = Period & { readonly logGroup: ILogGroup };

/** Counts lines in the log of the functions. AWS charges such a metric for the hours with values. */
export const countLines = (scope: Construct, metricName: keyof typeof patterns, { logGroup, period }: Lines) => {
  const [filterPattern, metricNamespace] = [patterns[metricName], Stack.of(scope).stackName];
  const filter = new MetricFilter(scope, metricName, { logGroup, filterPattern, metricNamespace, metricName });
  return filter.metric({ statistic: 'Sum', period });
};

export type Watched = {
  readonly table: ITableV2;
  /** Names of the indexes that have items. */
  readonly indexes: readonly string[];
  readonly settings: Settings;
};

/** Period of the metrics, and the number of indexes that share an expression. */
type Grouping = Period & { readonly size: number };

type Pair = {
  readonly names: readonly [string, string];
  /** Returns the terms of an expression of which the greatest counts. */
  readonly termsOf: (reads: string, writes: string, index?: string) => readonly string[];
};

/** Makes an expression of metrics of reads and of writes for the table, and one for each group of indexes. */
const expressionsOf = ({ table, indexes }: Watched, { period, size }: Grouping, { names, termsOf }: Pair) => {
  const groups = indexes.flatMap((_, at) => (at % size ? [] : [indexes.slice(at, at + size)]));
  return [[undefined], ...groups].map((group, n) => {
    const parts = group.map((index, at) => {
      const dimensionsMap = { TableName: table.tableName, ...(index && { GlobalSecondaryIndexName: index }) };
      const sum = (metricName: string) => table.metric(metricName, { dimensionsMap, statistic: 'Sum', period });
      // The ids of metrics must differ in a chart.
      const [reads, writes] = [`reads${n}_${at}`, `writes${n}_${at}`];
      return {
        // FILL counts a metric without data as 0. Without FILL, the alarm stays silent while only one of both has data.
        terms: termsOf(`FILL(${reads}, 0)`, `FILL(${writes}, 0)`, index),
        metrics: { [reads]: sum(names[0]), [writes]: sum(names[1]) },
      };
    });
    const terms = parts.flatMap((part) => part.terms);
    const label = group.map((index) => index ?? 'Table').join(', ');
    const metric = new MathExpression({
      expression: terms.length > 1 ? `MAX([${terms.join(', ')}])` : terms.join(),
      usingMetrics: Object.assign({}, ...parts.map(({ metrics }) => metrics)),
      period,
      label,
    });
    return { name: n > 0 ? `Indexes${n}` : label, label, metric };
  });
};

/**
 * Counts the throttled reads and writes of the table and of each index. DynamoDB counts a throttled request only when it
 * throttles all items of a batch, but an event for each item.
 */
export const throttlesOf = (watched: Watched, grouping: Grouping) =>
  expressionsOf(watched, grouping, {
    names: ['ReadThrottleEvents', 'WriteThrottleEvents'],
    termsOf: (reads, writes) => [`${reads} + ${writes}`],
  });

/** Read and write units a second that a shard takes. */
const SHARD_UNITS = [3_000, 1_000] as const;

/** Returns the used percentage of `maxUnits`, or of the shards of the collection that has most if they take less. */
export const loadOf = (watched: Watched, grouping: Grouping) => {
  const { maxUnits, capacity } = watched.settings;
  const max = capacity?.max ?? maxUnits;
  const shards = Math.max(1, ...resources.map(({ collection }) => generationsOf(collection).at(-1)?.shards ?? 1));
  return expressionsOf(watched, grouping, {
    names: ['ConsumedReadCapacityUnits', 'ConsumedWriteCapacityUnits'],
    termsOf: (reads, writes, index) => {
      const [ofReads, ofWrites] = SHARD_UNITS.map((units) => 60 * (index ? max : Math.min(max, shards * units)));
      return [`100 * ${reads} / ${ofReads}`, `100 * ${writes} / ${ofWrites}`];
    },
  });
};
