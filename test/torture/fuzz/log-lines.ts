import * as v from 'valibot';
import type { Row } from '../../../functions/http/row';

const amount = v.pipe(v.number(), v.minValue(0));

/** All that a log line may say. It leaves no room for what a client sent. */
const lineOf = ({ routeKey }: Row, status: number, requestId: string) =>
  v.union([
    v.strictObject({
      route: v.literal(routeKey),
      status: v.literal(status),
      ms: amount,
      _aws: v.looseObject({}),
      requests: v.literal(1),
      errors: v.literal(status < 500 ? 0 : 1),
      coldStarts: v.picklist([0, 1]),
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

/** What is wrong with the lines that one request logged. */
export const wrongLines = (lines: readonly string[], row: Row, { status = 0, requestId = '' }) => {
  const line = lineOf(row, status, requestId);
  const isSound = (text: string) => text.endsWith('}\n') && v.is(line, JSON.parse(text));
  const ofRequest = lines.filter((text) => text.includes('"route":')).length;
  return [
    ...lines.filter((text) => !isSound(text)).map((text) => `logs ${text.slice(0, 500)}`),
    ...(ofRequest === 1 ? [] : [`logs ${ofRequest} lines of a request`]),
  ];
};
