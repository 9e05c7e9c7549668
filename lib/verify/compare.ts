import { STATUS_CODES } from 'node:http';
import type { HttpResponse } from './http';
import type { Row } from './parse';

const show = (value: unknown) => JSON.stringify(value)?.slice(0, 300) ?? 'missing';

const matchesText = (expected: string, got: string) => {
  const [, pattern] = /^\/(.+)\/$/.exec(expected) ?? [];
  if (pattern) return new RegExp(pattern, 'i').test(got);
  return expected.startsWith('!') ? got !== expected.slice(1) : got === expected;
};

/** Returns the first difference from what is expected. Members that are not expected are allowed. */
const differenceAt = (path: string, expected: unknown, got: unknown): string | undefined => {
  const mismatch = `${path} is ${show(got)}; expected ${show(expected)}`;
  if (expected === null || expected === 'null') return got === undefined ? undefined : mismatch;
  if (typeof expected === 'string') return typeof got === 'string' && matchesText(expected, got) ? undefined : mismatch;
  if (typeof expected !== 'object') return expected === got ? undefined : mismatch;
  if (got === null || typeof got !== 'object') return mismatch;
  if (Array.isArray(expected) && (!Array.isArray(got) || got.length !== expected.length)) return mismatch;
  for (const [name, member] of Object.entries(expected)) {
    const difference = differenceAt(`${path}.${name}`, member, Reflect.get(got, name));
    if (difference) return difference;
  }
  return undefined;
};

/** Returns what all responses promise: no sniffing, the caching of reads and writes, and the form of problems. */
const commonPromises = ({ line, status, code }: Row, { headers }: HttpResponse) => {
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
export const findBroken = (row: Row, response: HttpResponse) => {
  const { line, status, expected } = row;
  const common = commonPromises(row, response);
  const isBare = line.startsWith('HEAD ') || status === 204 || (status > 300 && status < 400);
  return (
    differenceAt('status', status, response.status) ??
    differenceAt('headers', { ...common.headers, ...expected.headers }, response.headers) ??
    (isBare && response.text !== '' ? `body is ${show(response.text)}; expected none` : undefined) ??
    (common.body && !isBare ? differenceAt('body', common.body, response.body) : undefined) ??
    (expected.body === undefined ? undefined : differenceAt('body', expected.body, response.body ?? response.text))
  );
};
