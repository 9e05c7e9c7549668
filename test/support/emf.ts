const UNITS = ['Seconds', 'Microseconds', 'Milliseconds', 'Bytes', 'Percent', 'Count', 'None'];

type Directive = {
  readonly Namespace: string;
  readonly Dimensions: readonly (readonly string[])[];
  readonly Metrics: readonly { readonly Name: string; readonly Unit: string }[];
};
type Line = Record<string, unknown> & {
  readonly _aws: { readonly Timestamp: number; readonly CloudWatchMetrics: readonly Directive[] };
};

/** Returns the errors of a log line by the specification of CloudWatch's embedded metric format. */
export const emfErrors = (line: Line): string[] => {
  const errors: string[] = [];
  const must = (holds: boolean, what: string) => holds || errors.push(what);
  const { Timestamp, CloudWatchMetrics, ...more } = line._aws;
  must(Object.keys(more).length === 0, 'the metadata has other members');
  must(Number.isInteger(Timestamp) && Math.abs(Timestamp - Date.now()) < 60_000, 'the time is not one in milliseconds');
  must(CloudWatchMetrics.length > 0, 'there is no directive');
  for (const { Namespace, Dimensions, Metrics, ...others } of CloudWatchMetrics) {
    must(Object.keys(others).length === 0, 'a directive has other members');
    must(/^(?!AWS\/)[\w.\-/#:]{1,1024}$/.test(Namespace), `the namespace is ${Namespace}`);
    must(
      Dimensions.length > 0 && Dimensions.every((set) => set.length <= 30),
      'there are too many dimensions, or none',
    );
    for (const name of Dimensions.flat()) {
      const value = line[name];
      must(typeof value === 'string' && value.length > 0 && value.length <= 1024, `dimension ${name} has no value`);
    }
    must(Metrics.length > 0 && Metrics.length <= 100, 'there are too many metrics, or none');
    for (const { Name, Unit, ...rest } of Metrics) {
      must(Object.keys(rest).length === 0, 'a metric has other members');
      must(Number.isFinite(line[Name]), `metric ${Name} has no value`);
      must(UNITS.includes(Unit), `metric ${Name} is in ${Unit}`);
    }
  }
  must(JSON.stringify(line).length < 256 * 1024, 'the line is too long');
  return errors;
};
