import { Stack } from 'aws-cdk-lib';
import { MathExpression, type MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { indexNames } from '../table';

/**
 * Matches the lines of failed requests: a response with 500, which Lambda counts as a success, and Lambda's own report of
 * a crash or a timeout. Lambda writes such a report at the level WARN.
 */
const failedRequests = FilterPattern.any(
  FilterPattern.numberValue('$.status', '=', 500),
  ...['error', 'failure', 'timeout'].map((status) => FilterPattern.stringValue('$.record.status', '=', status)),
);

/** Counts the failed requests of a route in the log of its function. AWS charges the metric in hours with failures. */
export const failuresOf = (scope: Construct, name: string, logGroup: ILogGroup) =>
  new MetricFilter(scope, `${name}Failures`, {
    logGroup,
    filterPattern: failedRequests,
    metricNamespace: Stack.of(scope).stackName,
    metricName: name,
  });

/**
 * Counts the throttled reads and writes of the table and of each index. DynamoDB counts a throttled request only when it
 * throttles all items of a batch, but an event for each item.
 */
export const throttlesOf = (table: ITableV2, { period }: Pick<MetricOptions, 'period'>) =>
  [undefined, ...indexNames].map((index) => {
    const dimensionsMap = { TableName: table.tableName, ...(index && { GlobalSecondaryIndexName: index }) };
    const count = (metricName: string) => table.metric(metricName, { dimensionsMap, statistic: 'Sum', period });
    const name = index ?? 'Table';
    // The ids of metrics must differ in a chart.
    const [reads, writes] = [`readsOf${name}`, `writesOf${name}`];
    const metric = new MathExpression({
      // FILL counts a metric without data as 0. Without FILL, the alarm stays silent while only one of both has data.
      expression: `FILL(${reads}, 0) + FILL(${writes}, 0)`,
      usingMetrics: { [reads]: count('ReadThrottleEvents'), [writes]: count('WriteThrottleEvents') },
      period,
      label: name,
    });
    return { name, metric };
  });
