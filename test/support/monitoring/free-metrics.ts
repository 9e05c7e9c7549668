/** Metrics that AWS emits without a fee and without a setting, by namespace and names of dimensions. */
const freeMetrics: Readonly<Record<string, readonly string[]>> = {
  'AWS/Lambda FunctionName': ['Invocations', 'Errors', 'Throttles', 'Duration', 'ConcurrentExecutions'],
  'AWS/ApiGateway ApiId': ['4xx', '5xx', 'Count', 'Latency', 'IntegrationLatency', 'DataProcessed'],
  'AWS/DynamoDB TableName': ['ConsumedReadCapacityUnits', 'ConsumedWriteCapacityUnits'],
  'AWS/DynamoDB Operation TableName': ['ThrottledRequests', 'SystemErrors', 'SuccessfulRequestLatency'],
};

export type UsedMetric = { readonly namespace: string; readonly name: string; readonly dimensions: readonly string[] };

export const isFreeMetric = ({ namespace, name, dimensions }: UsedMetric) =>
  freeMetrics[[namespace, ...[...dimensions].sort()].join(' ')]?.includes(name) === true;
