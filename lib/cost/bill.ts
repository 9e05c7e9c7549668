import { prices } from '../stack/prices';
import { HEADER_BYTES, logBytes, maxResponseBytes, type RouteBudget, requestBudget, START_MS } from './budget';
import type { CostFactors } from './factors';

export const services = ['API Gateway', 'Lambda', 'DynamoDB', 'CloudWatch', 'X-Ray', 'KMS', 'Transfer'] as const;
export type Dollars = Record<(typeof services)[number], number>;

export type MonthlyUsage = {
  /** Number of requests in the month, by name in the budget of requests. */
  readonly requests: Readonly<Record<string, number>>;
  /** Milliseconds that the function of each route takes on a full CPU. By default those of the budget. */
  readonly ms: Readonly<Record<string, number>>;
  /** Share of the requests that start a function. */
  readonly startShare: number;
  readonly users: number;
  readonly posts: number;
};

const GIGABYTE = 1024 ** 3;
/** Part of a response that API Gateway counts as one request. A larger response counts as several requests. */
const METERED_BYTES = 512 * 1024;
const SECONDS_PER_MONTH = 30.4 * 24 * 60 * 60;
/** Stored bytes of a user or post: the item with its keys, the copy in the index, and the claim or idempotency key. */
const STORED_BYTES = 2_500;
/** Max data of a write unit. The extra units of transactions and of the index carry no more data. */
const WRITE_UNIT_BYTES = 1024;
/** Memory at which Lambda gives a function a full CPU. With less, a function is at worst slower in proportion. */
const FULL_CPU_MEMORY_MB = 1_769;

/** Estimates the share of requests that X-Ray traces: the first request of each second, and 5 % of the rest. */
const tracedShare = (requests: number, { isTraced }: CostFactors) =>
  isTraced ? Math.min(1, SECONDS_PER_MONTH / requests + 1 / 20) : 0;

/** Returns the dollars for copying written data to the other regions of the table. */
const replicationCost = (writeUnits: number) =>
  ((writeUnits * WRITE_UNIT_BYTES) / GIGABYTE) * prices.transfer.perGigabyteBetweenRegions;

/** Returns the dollars for the log lines of a request. */
const logCost = ({ isChatty, isAccessLogCheap }: CostFactors) => {
  const { perLogGigabyte, perInfrequentLogGigabyte } = prices.cloudwatch;
  const ofFunction = (logBytes.line + (isChatty ? logBytes.lambda : 0)) * perLogGigabyte;
  return (ofFunction + logBytes.access * (isAccessLogCheap ? perInfrequentLogGigabyte : perLogGigabyte)) / GIGABYTE;
};

export const zeroDollars = () => Object.fromEntries(services.map((service) => [service, 0])) as Dollars;

type RouteConditions = {
  readonly ms: number;
  readonly startShare: number;
  /** Share of the requests that X-Ray traces. */
  readonly traced: number;
  readonly factors: CostFactors;
};

const routeCost = (
  route: RouteBudget,
  requests: number,
  { ms, startShare, traced, factors }: RouteConditions,
): Dollars => {
  const { readUnits, writeUnits, responseBytes } = route;
  const { gateway, lambda, dynamodb, xray, transfer } = prices;
  // A function has a full CPU while it starts, and a share of one while it serves a request.
  const seconds = (ms * Math.max(1, FULL_CPU_MEMORY_MB / factors.memoryMb) + startShare * START_MS) / 1000;
  const gigabyteSeconds = (factors.memoryMb / 1024) * seconds;
  const units = readUnits * dynamodb.perReadUnit + writeUnits * dynamodb.perWriteUnit * factors.regions;
  return {
    'API Gateway': requests * Math.max(1, Math.ceil(responseBytes / METERED_BYTES)) * gateway.perRequest,
    Lambda: requests * (lambda.perRequest + gigabyteSeconds * lambda.perGigabyteSecond),
    DynamoDB: requests * units,
    CloudWatch: requests * logCost(factors),
    'X-Ray': requests * traced * xray.perTrace,
    KMS: 0,
    Transfer:
      ((requests * (HEADER_BYTES + responseBytes)) / GIGABYTE) * transfer.perGigabyteOut +
      replicationCost(requests * writeUnits * (factors.regions - 1)),
  };
};

/** Returns the cost of a month: for each route, and the fixed cost that is due without any request. */
export const billOf = (usage: MonthlyUsage, factors: CostFactors) => {
  const { dynamodb, cloudwatch } = prices;
  const storedGigabytes = ((usage.users + usage.posts) * STORED_BYTES) / GIGABYTE;
  const fixed: Dollars = {
    ...zeroDollars(),
    DynamoDB: storedGigabytes * (dynamodb.perGigabyteMonth + dynamodb.perRecoverableGigabyteMonth) * factors.regions,
    CloudWatch:
      factors.alarmMetrics * cloudwatch.perAlarmMetricMonth + factors.dashboards * cloudwatch.perDashboardMonth,
    KMS: factors.keys * prices.kms.perKeyMonth,
  };
  const total = Object.values(usage.requests).reduce((sum, requests) => sum + requests, 0);
  const traced = tracedShare(total, factors);
  const routes = Object.entries(usage.requests).map(([name, requests]) => {
    const route = requestBudget[name];
    if (!route) throw new Error(`The request ${name} has no budget.`);
    const ms = usage.ms[name] ?? route.ms;
    return {
      name,
      requests,
      dollars: routeCost(route, requests, { ms, startShare: usage.startShare, traced, factors }),
    };
  });
  return { fixed, routes };
};

/**
 * Estimates the max cost of an hour under the limits in a template: the max rate of requests, each with the max
 * duration and the largest response, and all units of the table. An hour can cost more, because AWS treats throttles
 * and max units as targets, not as hard limits.
 */
export const maxHourlyCost = (factors: CostFactors): Dollars => {
  const { gateway, lambda, dynamodb, xray, transfer } = prices;
  const requests = factors.rate * 3600;
  const gigabyteSeconds = (factors.memoryMb / 1024) * factors.timeoutSeconds;
  return {
    'API Gateway': requests * Math.ceil(maxResponseBytes / METERED_BYTES) * gateway.perRequest,
    Lambda: requests * (lambda.perRequest + gigabyteSeconds * lambda.perGigabyteSecond),
    DynamoDB: 3600 * (factors.readUnits * dynamodb.perReadUnit + factors.writeUnits * dynamodb.perWriteUnit),
    CloudWatch: requests * logCost(factors),
    'X-Ray': factors.isTraced ? requests * xray.perTrace : 0,
    KMS: 0,
    Transfer:
      ((requests * maxResponseBytes) / GIGABYTE) * transfer.perGigabyteOut +
      replicationCost(3600 * factors.replicatedUnits),
  };
};
