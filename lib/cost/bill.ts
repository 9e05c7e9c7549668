import { indexesIn } from '../models/indexes';
import { memoryMb } from '../stack/function';
import { prices } from '../stack/monitoring/prices';
import { type Budget, budgetIn, type RouteBudget, requestsIn } from './budget';
import { type BilledReaction, REACTION_MS, reactionsOf } from './reactions';

export const services = ['API Gateway', 'Lambda', 'DynamoDB', 'CloudWatch', 'Transfer'] as const;
type Dollars = Record<(typeof services)[number], number>;

/** Request that the bill counts, with the bytes of its response beside the usual headers. */
type Request = Omit<RouteBudget, 'share'>;

export type Month = {
  readonly requests: number;
  readonly items: number;
  /** Share of the table's provisioned units that requests use. Undefined if the table works on demand. */
  readonly utilization?: number | undefined;
};

const GIGABYTE = 1024 ** 3;
/** Part of a response that API Gateway counts as one request. */
const METERED_BYTES = 512 * 1024;
/** Stored bytes of a resource: the item with its keys, the copy in an index, and the item of a unique value or idempotency key. */
const STORED_BYTES = 2_500;
/** Bytes of a response before its body, and of the log lines of a request, as measured for paths and values of usual length. */
export const HEADER_BYTES = 270;
export const LOG_BYTES = { line: 210, access: 222 };
/** Lambda gives a full CPU at this memory. With less, a function is at worst slower in proportion. */
const FULL_CPU_MEMORY_MB = 1_769;
/** Lambda bills the start of a function, too. A start takes about 100 ms, and one request of 100 waits for one. */
const START_MS_PER_REQUEST = 1;
/** Metrics that the alarms of a protected stage read: of the API and its functions, of the table or an index, and of reactions. */
const ALARM_METRICS = { service: 13, table: 4, failedChanges: 1, reaction: 1 };

/** Preflight of a web page of another origin: an invocation of `$default` that reads nothing and gets headers of CORS. */
export const preflight: Request = { readUnits: 0, writeUnits: 0, responseBytes: 150, ms: 0.1 };

const unitPrices = (utilization?: number) => {
  const { perReadUnit, perWriteUnit, perReadUnitHour, perWriteUnitHour } = prices.dynamodb;
  if (utilization === undefined) return [perReadUnit, perWriteUnit] as const;
  return [perReadUnitHour / 3600 / utilization, perWriteUnitHour / 3600 / utilization] as const;
};

const costOf = ({ readUnits, writeUnits, responseBytes, ms }: Request, requests: number, month: Month): Dollars => {
  const [perReadUnit, perWriteUnit] = unitPrices(month.utilization);
  const { gateway, lambda, cloudwatch, transfer } = prices;
  const discounted = Math.max(0, 1 - gateway.requestsBeforeDiscount / month.requests);
  const perRequest = gateway.perRequest - discounted * gateway.discount;
  const seconds = (ms * (FULL_CPU_MEMORY_MB / memoryMb) + START_MS_PER_REQUEST) / 1000;
  const logs = LOG_BYTES.line * cloudwatch.perLogGigabyte + LOG_BYTES.access * cloudwatch.perInfrequentLogGigabyte;
  return {
    'API Gateway': requests * Math.max(1, Math.ceil(responseBytes / METERED_BYTES)) * perRequest,
    Lambda: requests * (lambda.perRequest + (memoryMb / 1024) * seconds * lambda.perGigabyteSecond),
    DynamoDB: requests * (readUnits * perReadUnit + writeUnits * perWriteUnit),
    CloudWatch: (requests * logs) / GIGABYTE,
    Transfer: ((requests * (HEADER_BYTES + responseBytes)) / GIGABYTE) * transfer.perGigabyteOut,
  };
};

/** Returns the cost of a reaction whose batches have one change each, which is the worst case. Lambda reads the stream for free. */
const costOfReaction = (reaction: BilledReaction, changes: number): Dollars => {
  const perInvocation = (reaction.memoryMb / 1024) * (REACTION_MS / 1000) * prices.lambda.perGigabyteSecond;
  const Lambda = changes * (prices.lambda.perRequest + perInvocation);
  const CloudWatch = (changes * LOG_BYTES.line * prices.cloudwatch.perLogGigabyte) / GIGABYTE;
  return { 'API Gateway': 0, Lambda, DynamoDB: 0, CloudWatch, Transfer: 0 };
};

/** Routes with their budgets, the number of indexes of the table, and the functions that get changes. */
export type Service = {
  readonly budget: Budget;
  readonly indexes: number;
  readonly reactions?: readonly BilledReaction[];
};

/** Returns the service of this project, on a stage with or without ownership. */
export const ownServiceIn = (stage: { readonly ownership?: boolean }): Service => ({
  budget: budgetIn(stage),
  indexes: indexesIn(stage).length,
  reactions: reactionsOf(),
});

export const ownService = ownServiceIn({});

/**
 * Returns the cost of a month by route, and the cost that is due without any request.
 * @example billOf({ requests: 10e6, items: 1e6 }).at(-1) // ['without requests', { DynamoDB: 1.05, CloudWatch: 2.1, … }]
 */
export const billOf = (month: Month, { budget, indexes, reactions = [] } = ownService): [name: string, Dollars][] => {
  const { dynamodb, cloudwatch } = prices;
  const { service, table, failedChanges, reaction } = ALARM_METRICS;
  const metrics =
    service + table * (1 + indexes) + (reactions.length > 0 ? failedChanges : 0) + reaction * reactions.length;
  const perGigabyte = dynamodb.perGigabyteMonth + dynamodb.perRecoverableGigabyteMonth;
  const fixed = {
    'API Gateway': 0,
    Lambda: 0,
    DynamoDB: ((month.items * STORED_BYTES) / GIGABYTE) * perGigabyte,
    CloudWatch: metrics * cloudwatch.perAlarmMetricMonth,
    Transfer: 0,
  };
  const requests = requestsIn(budget, month.requests);
  const used = Object.entries(budget).sort(([, one], [, other]) => other.share - one.share);
  return [
    ...used.map(([name, route]): [string, Dollars] => [name, costOf(route, requests[name] ?? 0, month)]),
    ...reactions.map((each): [string, Dollars] => {
      const changes = each.routes.reduce((sum, name) => sum + (requests[name] ?? 0), 0);
      return [each.name, costOfReaction(each, changes)];
    }),
    ['without requests', fixed],
  ];
};

/** Returns the cost of a million preflights, which come beside the requests of a month. */
export const preflightsOf = (month: Month) => costOf(preflight, 1e6, month);
