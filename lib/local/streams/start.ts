import type { DatabaseCall } from '../lambda/database-call';
import type { FunctionRunner } from '../lambda/function';
import { isGranted } from '../template/policy';
import type { LocalTemplate } from '../template/template';
import type { BatchOutcome } from './batches';
import { type MappingRunner, runMapping } from './mapping';
import { openPlaces } from './places';
import { openStream, type StreamRecord } from './stream';

/** Batch that a function got, for the terminal. */
export type DeliveredBatch = {
  readonly functionName: string;
  readonly count: number;
  readonly outcome: 'handled' | 'failed' | 'expired';
  readonly durationMs: number;
  readonly calls: readonly DatabaseCall[];
};
export type OnDelivery = (delivery: DeliveredBatch) => void;

type StartOptions = {
  readonly template: LocalTemplate;
  /** Pools by the logical id of the function. */
  readonly pools: ReadonlyMap<string, FunctionRunner>;
  /** Endpoint of the database. */
  readonly endpoint: string;
  readonly folder?: string;
  /** False to start with mappings that are disabled. */
  readonly followsStreams?: boolean;
  readonly onDelivery?: OnDelivery;
  readonly onLog?: (functionName: string, line: string) => void;
};

/** Reads the response of a function: the numbers of the records that failed, or undefined when all did. */
export const outcomeIn = (json: string | undefined, isPartial: boolean): BatchOutcome => {
  if (json === undefined) return undefined;
  const { batchItemFailures = [] } = isPartial ? Object(JSON.parse(json)) : {};
  return batchItemFailures.map((each: unknown) => String(Object(each).itemIdentifier));
};

/** Starts the mappings of streams to functions. Throws for one whose function may not read the stream. */
export const startMappings = ({
  template,
  pools,
  endpoint,
  folder,
  followsStreams,
  onDelivery,
  onLog,
}: StartOptions): MappingRunner[] => {
  const places = openPlaces(folder);
  return template.mappings.map((mapping) => {
    const { functionId, sourceArn, tableName } = mapping;
    const [lambda, pool] = [template.functions.find(({ id }) => id === functionId), pools.get(functionId)];
    if (!lambda || !pool) throw new Error(`${mapping.id} names the function ${functionId}, which has no code here`);
    for (const name of ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'])
      if (!isGranted(lambda.policy, `dynamodb:${name}`, sourceArn))
        throw new Error(
          `The role of ${lambda.name} may not call dynamodb:${name} on ${sourceArn}; AWS refuses such a mapping`,
        );
    const report = (count: number, rest: Pick<DeliveredBatch, 'outcome' | 'durationMs' | 'calls'>) =>
      onDelivery?.({ functionName: lambda.name, count, ...rest });
    return runMapping(mapping, {
      isEnabled: followsStreams,
      stream: openStream(endpoint, tableName),
      places,
      onError: (error) => onLog?.(lambda.name, `cannot follow the stream of ${tableName}: ${String(error)}`),
      onExpired: ({ length }) => report(length, { outcome: 'expired', durationMs: 0, calls: [] }),
      invoke: async (records: readonly StreamRecord[]) => {
        const startedMs = performance.now();
        const Records = records.map((record) => ({ ...record, eventSourceARN: sourceArn }));
        const { json, calls } = await pool.invoke(JSON.stringify({ Records }));
        const failed = outcomeIn(json, mapping.isPartial);
        const isFailed = !failed || failed.length > 0;
        const durationMs = performance.now() - startedMs;
        report(records.length, { outcome: isFailed ? 'failed' : 'handled', durationMs, calls });
        return failed;
      },
    });
  });
};
