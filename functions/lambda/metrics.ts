const METRICS = ['requests', 'ms', 'errors', 'coldStarts', 'readUnits', 'writeUnits'] as const;

export type Metrics = { readonly route: string } & Record<(typeof METRICS)[number], number>;

/**
 * Adds CloudWatch's embedded metric format to a log line, so that CloudWatch reads metrics for each route from the log.
 * This needs no call, no library and no permission. Leaves out metrics that are 0, because AWS bills a metric for each
 * hour in which it has values.
 */
export const withMetrics = <M extends Metrics>(line: M) => ({
  _aws: {
    Timestamp: Date.now(),
    CloudWatchMetrics: [
      {
        Namespace: process.env.METRICS_NAMESPACE ?? 'UsersAndPosts',
        Dimensions: [['route']],
        Metrics: METRICS.filter((name) => line[name] > 0).map((Name) => ({
          Name,
          Unit: Name === 'ms' ? 'Milliseconds' : 'Count',
        })),
      },
    ],
  },
  ...line,
});
