import { isRecord } from './intrinsics';

/** Pattern of an event, as filters of Lambda have it. A list holds what one value may be. */
export type Pattern = { readonly [name: string]: Pattern | readonly unknown[] };

const STREAM = /\btable\/([^/]+)\/stream\//;

const patternsIn = (criteria: unknown): readonly Pattern[] =>
  [Object(criteria).Filters ?? []].flat().map(({ Pattern }) => JSON.parse(String(Pattern)));

/**
 * Reads a mapping of the stream of a table to a function, as a list of one. Leaves out a mapping of another source, such as a
 * queue, and one that is disabled.
 */
export const readMapping = (properties: Record<string, unknown>, id: string) => {
  const { EventSourceArn: source, FunctionName: functionName, Enabled: isEnabled = true } = properties;
  const [, tableName] = STREAM.exec(String(source)) ?? [];
  if (tableName === undefined || !isEnabled) return [];
  const {
    BatchSize = 100,
    MaximumBatchingWindowInSeconds: window = 0,
    MaximumRecordAgeInSeconds: age = -1,
  } = properties;
  const types = properties.FunctionResponseTypes;
  const mapping = {
    id,
    tableName,
    sourceArn: String(source),
    /** Logical id of the function. Its name may be an ARN. */
    functionId: String(functionName).split(':')[6] ?? String(functionName),
    patterns: patternsIn(isRecord(properties.FilterCriteria) ? properties.FilterCriteria : undefined),
    batchSize: Number(BatchSize),
    windowMs: Number(window) * 1000,
    /** Age of a record that Lambda sends no more. */
    maxAgeMs: Number(age) < 0 ? Number.POSITIVE_INFINITY : Number(age) * 1000,
    isHalved: properties.BisectBatchOnFunctionError === true,
    isPartial: [types].flat().includes('ReportBatchItemFailures'),
  };
  return [mapping];
};
