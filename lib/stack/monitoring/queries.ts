import { memoryMb } from '../function';
import { prices } from './prices';

/** Formats a price without an exponent, because Logs Insights reads none. */
const format = (dollars: number) => dollars.toFixed(12);

/** Price in US dollars of the parts of a request that its log line shows. */
const price = {
  request: format(prices.gateway.perRequest + prices.lambda.perRequest),
  ms: format((prices.lambda.perGigabyteSecond * memoryMb) / 1024 / 1000),
  readUnit: format(prices.dynamodb.perReadUnit),
  writeUnit: format(prices.dynamodb.perWriteUnit),
};

/** Selects the log lines of requests in the log of the functions. No other line has the field `coldStart`. */
const ofRequests = 'filter ispresent(coldStart)';

/** Queries of the dashboard for CloudWatch Logs Insights, which answer the questions that operators ask first. */
export const queries: Readonly<Record<string, string[]>> = {
  'Units and dollars by route': [
    ofRequests,
    `fields ${price.request} + ms * ${price.ms} + readUnits * ${price.readUnit} + writeUnits * ${price.writeUnit} as price`,
    'stats sum(readUnits) as reads, sum(writeUnits) as writes, sum(price) as dollars by route',
    'sort dollars desc',
  ],
  'Cold starts by route': [
    ofRequests,
    'stats sum(coldStart) as starts, count(*) as requests, max(initMs) as slowestInitMs, max(ms) as slowestMs by route',
    'sort starts desc',
  ],
  'Errors by code': [
    'filter ispresent(code)',
    'stats count(*) as requests by status, code, route',
    'sort requests desc',
  ],
  'Calls of deprecated routes by caller': [
    'filter isDeprecated = 1',
    'stats count(*) as requests by route, caller',
    'sort requests desc',
  ],
  'Slowest requests': [
    ofRequests,
    'fields @timestamp, route, ms, status, coldStart, requestId',
    'sort ms desc',
    'limit 20',
  ],
};
