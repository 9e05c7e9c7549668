import { isRecord } from '../local/template/intrinsics';

type Resource = { readonly Type: string; readonly Properties?: unknown };

/** What a template says of money. */
export type Plan = {
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  /** Requests a second. */
  readonly rate: number;
  /** Units a second, of the table and its index, in all regions. */
  readonly readUnits: number;
  readonly writeUnits: number;
  /** Write units a second that reach the table's other regions; an index is written where its copy is. */
  readonly replicatedUnits: number;
  readonly regions: number;
  readonly alarmMetrics: number;
  readonly dashboards: number;
  readonly keys: number;
};

const memberOf = (value: unknown, name: string) => (isRecord(value) ? value[name] : undefined);

const listIn = (value: unknown, name: string): unknown[] => {
  const list = memberOf(value, name);
  return Array.isArray(list) ? list : [];
};

/** A number that limits what is spent; without it there is no limit. */
const limit = (value: unknown, ...path: string[]): number => {
  const found = path.reduce(memberOf, value);
  if (typeof found !== 'number')
    throw new Error(`The template sets no ${path.join('.')}, and so no limit to what it costs`);
  return found;
};

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Reads out of a synthesized template what its spending depends on. */
export const planOf = ({ Resources }: { readonly Resources: Record<string, Resource> }): Plan => {
  const each = (type: string) =>
    Object.values(Resources)
      .filter(({ Type }) => Type === `AWS::${type}`)
      .map(({ Properties }) => Properties);
  const most = (type: string, ...path: string[]) =>
    Math.max(...each(type).map((properties) => limit(properties, ...path)));
  const tables = each('DynamoDB::GlobalTable');
  if (tables.length === 0) throw new Error('The template has no table of its own; leave out the setting "table"');
  const regions = tables.flatMap((table) => listIn(table, 'Replicas'));
  const withIndexes = (stores: readonly unknown[]) =>
    stores.flatMap((store) => [store, ...listIn(store, 'GlobalSecondaryIndexes')]);
  const reads = withIndexes(regions).map((store) =>
    limit(store, 'ReadOnDemandThroughputSettings', 'MaxReadRequestUnits'),
  );
  const writeLimit = (store: unknown) => limit(store, 'WriteOnDemandThroughputSettings', 'MaxWriteRequestUnits');
  const writes = withIndexes(tables).map(writeLimit);
  return {
    memoryMb: most('Lambda::Function', 'MemorySize'),
    timeoutSeconds: most('Lambda::Function', 'Timeout'),
    rate: most('ApiGatewayV2::Stage', 'DefaultRouteSettings', 'ThrottlingRateLimit'),
    readUnits: sum(reads),
    writeUnits: sum(writes) * regions.length,
    replicatedUnits: sum(tables.map(writeLimit)) * (regions.length - 1),
    regions: regions.length,
    dashboards: each('CloudWatch::Dashboard').length,
    keys: each('KMS::Key').length,
    // An alarm is paid by the metrics that it looks at.
    alarmMetrics: sum(
      each('CloudWatch::Alarm').map((alarm) =>
        Math.max(1, listIn(alarm, 'Metrics').filter((metric) => memberOf(metric, 'MetricStat')).length),
      ),
    ),
  };
};
