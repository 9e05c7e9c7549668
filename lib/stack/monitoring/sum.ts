import { type IMetric, MathExpression, type MathExpressionProps } from 'aws-cdk-lib/aws-cloudwatch';
import { type ITableV2, Operation } from 'aws-cdk-lib/aws-dynamodb';

/** Operations that the functions call. DynamoDB counts its metrics by operation. */
const operations = [
  Operation.GET_ITEM,
  Operation.BATCH_GET_ITEM,
  Operation.QUERY,
  Operation.PUT_ITEM,
  Operation.UPDATE_ITEM,
  Operation.DELETE_ITEM,
  Operation.TRANSACT_WRITE_ITEMS,
];

type SumProps = Pick<MathExpressionProps, 'period' | 'label'>;

/**
 * Adds up sparse metrics. FILL counts a metric without data as 0. Without FILL, a sum can be missing while one of its
 * metrics has data, and an alarm on the sum stays silent.
 */
export const sumOf = (usingMetrics: Record<string, IMetric>, props: SumProps): MathExpression => {
  const filled = Object.keys(usingMetrics).map((id) => `FILL(${id}, 0)`);
  return new MathExpression({ expression: filled.join(' + '), usingMetrics, ...props });
};

/** Adds up the throttled requests of all operations on the table. CDK's own sum does not use FILL. */
export const throttlesOfTable = (table: ITableV2, props: SumProps) => {
  const metrics = operations.map((operation) => {
    const dimensionsMap = { TableName: table.tableName, Operation: operation };
    return [
      operation.toLowerCase(),
      table.metric('ThrottledRequests', { dimensionsMap, statistic: 'Sum', period: props.period }),
    ] as const;
  });
  return sumOf(Object.fromEntries(metrics), props);
};
