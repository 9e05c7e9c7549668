import { STATUS_CODES } from 'node:http';
import type { HttpAnswer } from './http';
import type { Row } from './parse';

const show = (value: unknown) => JSON.stringify(value)?.slice(0, 300) ?? 'missing';

const fits = (expected: string, got: string) => {
  const [, pattern] = /^\/(.+)\/$/.exec(expected) ?? [];
  if (pattern) return new RegExp(pattern, 'i').test(got);
  return expected.startsWith('!') ? got !== expected.slice(1) : got === expected;
};

/** Returns the first difference from what is expected. Members that are not expected are allowed. */
const differenceAt = (place: string, expected: unknown, got: unknown): string | undefined => {
  const refusal = `${place} is ${show(got)}; expected ${show(expected)}`;
  if (expected === null || expected === 'null') return got === undefined ? undefined : refusal;
  if (typeof expected === 'string') return typeof got === 'string' && fits(expected, got) ? undefined : refusal;
  if (typeof expected !== 'object') return expected === got ? undefined : refusal;
  if (got === null || typeof got !== 'object') return refusal;
  if (Array.isArray(expected) && (!Array.isArray(got) || got.length !== expected.length)) return refusal;
  for (const [name, member] of Object.entries(expected)) {
    const difference = differenceAt(`${place}.${name}`, member, Reflect.get(got, name));
    if (difference) return difference;
  }
  return undefined;
};

/** Returns what all responses promise: no sniffing, the caching of reads and writes, and the form of problems. */
const commonOf = ({ line, status, code }: Row, { headers }: HttpAnswer) => {
  const isRead = /^(GET|HEAD|OPTIONS) /.test(line);
  const common = {
    ...((code || status < 400) && { 'x-content-type-options': 'nosniff' }),
    ...((code || (!isRead && status < 300)) && { 'cache-control': 'no-store' }),
    ...(/^(GET|HEAD) /.test(line) &&
      (status < 300 || status === 304) && { 'cache-control': '/^(\\w+, )?(no-cache|max-age=\\d+)$/' }),
  };
  if (!code) return { headers: common };
  const body = { type: 'about:blank', title: STATUS_CODES[status], status, code, detail: '/./' };
  const problem = { ...body, requestId: headers['apigw-requestid'] ?? null };
  return { headers: { ...common, 'content-type': 'application/problem+json' }, body: problem };
};

/** Returns the first promise of a filled row that the response breaks. */
export const findBroken = (row: Row, answer: HttpAnswer) => {
  const { line, status, expected } = row;
  const common = commonOf(row, answer);
  const isBare = line.startsWith('HEAD ') || status === 204 || (status > 300 && status < 400);
  return (
    differenceAt('status', status, answer.status) ??
    differenceAt('headers', { ...common.headers, ...expected.headers }, answer.headers) ??
    (isBare && answer.text !== '' ? `body is ${show(answer.text)}; expected none` : undefined) ??
    (common.body && !isBare ? differenceAt('body', common.body, answer.body) : undefined) ??
    (expected.body === undefined ? undefined : differenceAt('body', expected.body, answer.body ?? answer.text))
  );
};
