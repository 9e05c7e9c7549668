import type { StackTemplate } from '../../../support/stack';

// biome-ignore lint/suspicious/noExplicitAny: the expectations of a test are the check of a template's shape
type Json = any;

/** Values of the metrics in one minute. A metric without data has no value. */
type Minute = Readonly<Record<string, number | undefined>>;

const functions = {
  IF: (is: boolean, yes: number, no: number) => (is ? yes : no),
  FILL: (value: number | undefined, missing: number) => value ?? missing,
};

/** Tells whether a line matches a pattern such as `{ ($.a = 1) || ($.b.c = "d") }`. */
const matches = (pattern: string, line: Json) =>
  pattern.split(/^{ | \|\| | }$/).some((term) => {
    const [, path = '', value = ''] = /^\(\$\.([\w.]+) = (\d+|"\w+")\)$/.exec(term) ?? [];
    if (term && !path) throw new Error(`The evaluator does not know ${term}`);
    return term && path.split('.').reduce((found, name) => found?.[name], line) === JSON.parse(value);
  });

/** Names a metric by its source and the values of its dimensions, such as `AWS/ApiGateway 5xx Api`. */
const nameOf = ({ Namespace, MetricName, Dimensions = [] }: Json) =>
  [Namespace, MetricName, ...Dimensions.map(({ Value }: Json) => Value.Ref?.match(/^(Api|Table)/)[0] ?? Value)].join(
    ' ',
  );

/** Lists the metrics of an alarm. An alarm on an expression lists the expression before the metrics. */
const metricsOf = ({ Metrics, Statistic, ExtendedStatistic, ...Metric }: Json): Json[] =>
  Metrics?.slice(1) ?? [{ Id: 'only', MetricStat: { Metric, Stat: Statistic ?? ExtendedStatistic } }];

const valueIn = (minute: Minute, alarm: Json): number => {
  const metrics = metricsOf(alarm);
  const names = [...Object.keys(functions), ...metrics.map(({ Id }) => Id)];
  const values = metrics.map(({ MetricStat: { Metric } }) => minute[nameOf(Metric)]);
  return new Function(...names, `return ${alarm.Metrics?.[0].Expression ?? 'only'}`)(
    ...Object.values(functions),
    ...values,
  );
};

/** Evaluates the alarms of a template as CloudWatch does. */
export const evaluatorOf = ({ entries, each }: StackTemplate) => {
  const alarms: Record<string, Json> = Object.fromEntries(
    entries('CloudWatch::Alarm').map(([id, { Properties }]) => [id.replace(/^Alarms|[\dA-F]{8}$/g, ''), Properties]),
  );
  return {
    alarms,
    /** Lists the metrics of each alarm with their statistics. */
    sources: Object.entries(alarms).map(([name, alarm]) => [
      name,
      ...metricsOf(alarm).map(({ MetricStat: { Metric, Stat } }) => `${nameOf(Metric)} ${Stat}`),
    ]),
    /** Returns the names of the alarms that are on after these minutes. */
    ringing: (minutes: readonly Minute[]) =>
      Object.entries(alarms).flatMap(([name, alarm]) => {
        const last = minutes.slice(-alarm.EvaluationPeriods);
        const breaching = last.filter((minute) => valueIn(minute, alarm) > alarm.Threshold);
        return breaching.length >= alarm.DatapointsToAlarm ? [name] : [];
      }),
    /** Counts the lines that the metric filters match, when the log of each route gets its lines so many times. */
    countLines: (linesOf: (route: string) => readonly Json[], times: number): Minute =>
      Object.fromEntries(
        each('Logs::MetricFilter').map(({ Properties: { FilterPattern, LogGroupName, MetricTransformations } }) => {
          const [{ MetricNamespace, MetricName }] = MetricTransformations;
          const lines = linesOf(LogGroupName.Ref.replace(/^Api|Log[\dA-F]{8}$/g, ''));
          const count = lines.filter((line) => matches(FilterPattern, line)).length;
          return [`${MetricNamespace} ${MetricName}`, count > 0 ? count * times : undefined];
        }),
      ),
  };
};
