const METRICS = [
  { Name: 'requests', Unit: 'Count' },
  { Name: 'ms', Unit: 'Milliseconds' },
  { Name: 'errors', Unit: 'Count' },
  { Name: 'coldStarts', Unit: 'Count' },
  { Name: 'readUnits', Unit: 'Count' },
  { Name: 'writeUnits', Unit: 'Count' },
] as const;

export type Metrics = { readonly route: string } & Record<(typeof METRICS)[number]['Name'], number>;

/** What is 0 says no more than what is left out, and each metric is paid by the hour in which it has values. */
const hasValue = (line: Metrics) => (metric: (typeof METRICS)[number]) => line[metric.Name] > 0;

/**
 * What makes a log line metrics as well, one set for each route: CloudWatch's embedded metric format. No call, no
 * library, no permission.
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
