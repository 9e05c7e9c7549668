import * as v from 'valibot';
import type { Route } from '../../../functions/http/route';

const amount = v.pipe(v.number(), v.minValue(0));

/** The schema of a log line. No field can contain data that a client has sent. */
const lineSchema = ({ routeKey }: Route, status: number, requestId: string) =>
  v.union([
    v.strictObject({
      route: v.literal(routeKey),
      status: v.literal(status),
      ms: amount,
      coldStart: v.picklist([0, 1]),
      readUnits: amount,
      writeUnits: amount,
      code: v.optional(v.pipe(v.string(), v.regex(/^[a-z-]{5,30}$/))),
      requestId: v.literal(requestId),
    }),
    v.strictObject({
      level: v.literal('error'),
      message: v.literal('skipped a malformed item'),
      sk: v.pipe(v.string(), v.length(36)),
      reason: v.literal('Error: A stored item has no string "updatedAt".'),
      requestId: v.literal(requestId),
    }),
  ]);

/** Lists the problems of the lines that one request has logged. */
export const malformedLines = (lines: readonly string[], route: Route, { status = 0, requestId = '' }) => {
  const line = lineSchema(route, status, requestId);
  const isValid = (text: string) => text.endsWith('}\n') && v.is(line, JSON.parse(text));
  const requestLines = lines.filter((text) => text.includes('"route":')).length;
  return [
    ...lines.filter((text) => !isValid(text)).map((text) => `a log line is malformed: ${text.slice(0, 500)}`),
    ...(requestLines === 1 ? [] : [`the request has ${requestLines} request log lines instead of 1`]),
  ];
};
