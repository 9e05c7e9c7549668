import { isRecord } from '../local/template/intrinsics';

type TemplateResource = { readonly Type: string; readonly Properties?: unknown };

/** Values in a synthesized template on which the cost of a stage depends. */
export type CostFactors = {
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  /** Max requests a second. */
  readonly rate: number;
  /** Max units a second of the table and its index, summed over all regions. */
  readonly readUnits: number;
  readonly writeUnits: number;
  /** Max write units a second that DynamoDB copies to other regions. Each region writes its own index. */
  readonly replicatedUnits: number;
  readonly regions: number;
  readonly alarmMetrics: number;
  readonly dashboards: number;
  /** True if X-Ray traces the functions. */
  readonly isTraced: boolean;
  /** True if Lambda adds lines of its own for each request. */
  readonly isChatty: boolean;
  /** True if the access log has the log class Infrequent Access. */
  readonly isAccessLogCheap: boolean;
  /** Number of KMS keys. */
  readonly keys: number;
};

const memberOf = (value: unknown, name: string) => (isRecord(value) ? value[name] : undefined);

const listIn = (value: unknown, name: string): unknown[] => {
  const list = memberOf(value, name);
  return Array.isArray(list) ? list : [];
};

/** Reads a number that limits the cost. Throws when the number is missing, because the cost is then unlimited. */
const readLimit = (value: unknown, ...path: string[]): number => {
  const limit = path.reduce(memberOf, value);
  if (typeof limit !== 'number')
    throw new Error(`The template has no ${path.join('.')}, so its cost is unlimited; set it in lib/stack.`);
  return limit;
};

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Reads the cost factors from a synthesized template. */
export const readCostFactors = ({
  Resources,
}: {
  readonly Resources: Record<string, TemplateResource>;
}): CostFactors => {
  const propertiesOf = (type: string) =>
    Object.values(Resources)
      .filter(({ Type }) => Type === `AWS::${type}`)
      .map(({ Properties }) => Properties);
  const largest = (type: string, ...path: string[]) =>
    Math.max(...propertiesOf(type).map((properties) => readLimit(properties, ...path)));
  const tables = propertiesOf('DynamoDB::GlobalTable');
  if (tables.length === 0) throw new Error('The template has no table of its own; leave out the setting "table"');
  const regions = tables.flatMap((table) => listIn(table, 'Replicas'));
  const withIndexes = (owners: readonly unknown[]) =>
    owners.flatMap((owner) => [owner, ...listIn(owner, 'GlobalSecondaryIndexes')]);
  const reads = withIndexes(regions).map((owner) =>
    readLimit(owner, 'ReadOnDemandThroughputSettings', 'MaxReadRequestUnits'),
  );
  const writeLimit = (owner: unknown) => readLimit(owner, 'WriteOnDemandThroughputSettings', 'MaxWriteRequestUnits');
  const writes = withIndexes(tables).map(writeLimit);
  return {
    memoryMb: largest('Lambda::Function', 'MemorySize'),
    timeoutSeconds: largest('Lambda::Function', 'Timeout'),
    rate: largest('ApiGatewayV2::Stage', 'DefaultRouteSettings', 'ThrottlingRateLimit'),
    readUnits: sum(reads),
    writeUnits: sum(writes) * regions.length,
    replicatedUnits: sum(tables.map(writeLimit)) * (regions.length - 1),
    regions: regions.length,
    dashboards: propertiesOf('CloudWatch::Dashboard').length,
    isTraced: propertiesOf('Lambda::Function').some(
      (properties) => memberOf(properties, 'TracingConfig') !== undefined,
    ),
    isChatty: propertiesOf('Lambda::Function').some(
      (properties) => memberOf(memberOf(properties, 'LoggingConfig'), 'SystemLogLevel') !== 'WARN',
    ),
    isAccessLogCheap: propertiesOf('Logs::LogGroup').some(
      (properties) => memberOf(properties, 'LogGroupClass') === 'INFREQUENT_ACCESS',
    ),
    keys: propertiesOf('KMS::Key').length,
    // AWS charges an alarm for each metric that it reads, and an alarm on a single metric lists no `Metrics`.
    alarmMetrics: sum(
      propertiesOf('CloudWatch::Alarm').map((alarm) =>
        Math.max(1, listIn(alarm, 'Metrics').filter((metric) => memberOf(metric, 'MetricStat')).length),
      ),
    ),
  };
};
