const METRICS = [
  { Name: 'requests', Unit: 'Count' },
  { Name: 'ms', Unit: 'Milliseconds' },
  { Name: 'errors', Unit: 'Count' },
  { Name: 'coldStarts', Unit: 'Count' },
  { Name: 'readUnits', Unit: 'Count' },
  { Name: 'writeUnits', Unit: 'Count' },
] as const;

export type Metrics = { readonly route: string } & Record<(typeof METRICS)[number]['Name'], number>;

/** Leaves out metrics that are 0, because AWS bills a metric for each hour in which it has values. */
const hasValue = (line: Metrics) => (metric: (typeof METRICS)[number]) => line[metric.Name] > 0;

/**
 * Adds CloudWatch's embedded metric format to a log line, so that CloudWatch reads metrics for each route from the log.
 * This needs no call, no library and no permission.
 */
export const withMetrics = <M extends Metrics>(line: M) => ({
  _aws: {
    Timestamp: Date.now(),
    CloudWatchMetrics: [
      {
        Namespace: process.env.METRICS_NAMESPACE ?? 'UsersAndPosts',
        Dimensions: [['route']],
        Metrics: METRICS.filter(hasValue(line)),
      },
    ],
  },
  ...line,
});
