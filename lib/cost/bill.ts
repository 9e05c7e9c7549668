import { prices } from '../stack/prices';
import { budget, largestAnswerBytes, loggedBytes, type Name } from './budget';
import type { Plan } from './plan';

export const services = ['API Gateway', 'Lambda', 'DynamoDB', 'CloudWatch', 'X-Ray', 'KMS', 'Transfer'] as const;
export type Dollars = Record<(typeof services)[number], number>;

export type Month = {
  /** Requests of each route. */
  readonly requests: Partial<Record<Name, number>>;
  /** Of each function, on a processor of its own. */
  readonly ms: Record<Name, number>;
  readonly users: number;
  readonly posts: number;
};

const GIGABYTE = 1024 ** 3;
/** The gateway counts an answer of more as several requests. */
const METERED_BYTES = 512 * 1024;
const SECONDS = 30.4 * 24 * 60 * 60;
/** Of an item with its keys, its share of an index and of the claim or key beside it. */
const STORED_BYTES = 2_500;
/** Data of a write unit. Units of transactions and of the index carry no more data, so this is the upper bound. */
const WRITE_UNIT_BYTES = 1024;
/** Requests, milliseconds, units, and some hours with a cold start or an error. */
const METRICS_OF_ROUTE = 4;
/** With this much memory Lambda gives a function one processor, with less a share: at worst all takes longer by that. */
const WHOLE_PROCESSOR_MB = 1_769;

/** X-Ray traces the first request of a second and one of twenty beyond. */
const shareTraced = (requests: number) => Math.min(1, SECONDS / requests + 1 / 20);

/** Dollars for copying written data to the other regions of the table. */
const replication = (writeUnits: number) =>
  ((writeUnits * WRITE_UNIT_BYTES) / GIGABYTE) * prices.transfer.perGigabyteBetweenRegions;

export const noDollars = (): Dollars => ({
  'API Gateway': 0,
  Lambda: 0,
  DynamoDB: 0,
  CloudWatch: 0,
  'X-Ray': 0,
  KMS: 0,
  Transfer: 0,
});

type Circumstances = { readonly ms: number; readonly traced: number; readonly plan: Plan };

const ofRoute = (name: Name, requests: number, { ms, traced, plan }: Circumstances): Dollars => {
  const { readUnits, writeUnits, bytes } = budget[name];
  const { gateway, lambda, dynamodb, cloudwatch, xray, transfer } = prices;
  const seconds = (ms / 1000) * Math.max(1, WHOLE_PROCESSOR_MB / plan.memoryMb);
  const gigabyteSeconds = (plan.memoryMb / 1024) * seconds;
  const units = readUnits * dynamodb.perReadUnit + writeUnits * dynamodb.perWriteUnit * plan.regions;
  return {
    'API Gateway': requests * Math.max(1, Math.ceil(bytes / METERED_BYTES)) * gateway.perRequest,
    Lambda: requests * (lambda.perRequest + gigabyteSeconds * lambda.perGigabyteSecond),
    DynamoDB: requests * units,
    CloudWatch:
      ((requests * loggedBytes) / GIGABYTE) * cloudwatch.perLogGigabyte + METRICS_OF_ROUTE * cloudwatch.perMetricMonth,
    'X-Ray': requests * traced * xray.perTrace,
    KMS: 0,
    Transfer:
      ((requests * bytes) / GIGABYTE) * transfer.perGigabyteOut +
      replication(requests * writeUnits * (plan.regions - 1)),
  };
};

/** What a month costs: by route, and what has to be paid without any request. */
export const billOf = (month: Month, plan: Plan) => {
  const { dynamodb, cloudwatch } = prices;
  const stored = ((month.users + month.posts) * STORED_BYTES) / GIGABYTE;
  const standing: Dollars = {
    ...noDollars(),
    DynamoDB: stored * (dynamodb.perGigabyteMonth + dynamodb.perRecoverableGigabyteMonth) * plan.regions,
    CloudWatch: plan.alarmMetrics * cloudwatch.perAlarmMetricMonth + plan.dashboards * cloudwatch.perDashboardMonth,
    KMS: plan.keys * prices.kms.perKeyMonth,
  };
  const traced = shareTraced(Object.values(month.requests).reduce((sum, requests) => sum + requests, 0));
  const routes = Object.entries(month.requests).map(([key, requests]) => {
    const name = key as Name;
    return { name, requests, dollars: ofRoute(name, requests, { ms: month.ms[name], traced, plan }) };
  });
  return { standing, routes };
};

/**
 * About the most that an hour costs by the limits in a template: every request as slow, as large and as greedy as can be.
 * More is possible, because AWS calls throttles and maximum units targets, not ceilings.
 */
export const worstHour = (plan: Plan): Dollars => {
  const { gateway, lambda, dynamodb, cloudwatch, xray, transfer } = prices;
  const requests = plan.rate * 3600;
  const gigabyteSeconds = (plan.memoryMb / 1024) * plan.timeoutSeconds;
  return {
    'API Gateway': requests * Math.ceil(largestAnswerBytes / METERED_BYTES) * gateway.perRequest,
    Lambda: requests * (lambda.perRequest + gigabyteSeconds * lambda.perGigabyteSecond),
    DynamoDB: 3600 * (plan.readUnits * dynamodb.perReadUnit + plan.writeUnits * dynamodb.perWriteUnit),
    CloudWatch: ((requests * loggedBytes) / GIGABYTE) * cloudwatch.perLogGigabyte,
    'X-Ray': requests * xray.perTrace,
    KMS: 0,
    Transfer:
      ((requests * largestAnswerBytes) / GIGABYTE) * transfer.perGigabyteOut + replication(3600 * plan.replicatedUnits),
  };
};
