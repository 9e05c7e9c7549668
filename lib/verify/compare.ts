import { STATUS_CODES } from 'node:http';
import type { Row } from './groups';
import type { HttpResponse } from './http';

const show = (value: unknown) => JSON.stringify(value)?.slice(0, 300) ?? 'missing';

const sortNames = (list: string) => list.toLowerCase().split(/ *, */).sort().join();

const matchesText = (expected: string, got: string) => {
  const [, pattern] = /^\/(.+)\/$/.exec(expected) ?? [];
  if (pattern) return new RegExp(pattern, 'i').test(got);
  if (expected.startsWith('~')) return sortNames(got) === sortNames(expected.slice(1));
  return expected.startsWith('!') ? got !== expected.slice(1) : got === expected;
};

/** Returns the first difference from what is expected. Members that are not expected are allowed. */
const differenceAt = (path: string, expected: unknown, got: unknown): string | undefined => {
  const mismatch = `${path} is ${show(got)}; expected ${show(expected)}`;
  if (expected === undefined) return undefined;
  if (expected === null || expected === 'null') return got === undefined ? undefined : mismatch;
  if (typeof expected === 'string') return typeof got === 'string' && matchesText(expected, got) ? undefined : mismatch;
  if (typeof expected !== 'object') return expected === got ? undefined : mismatch;
  if (got === null || typeof got !== 'object') return mismatch;
  if (Array.isArray(expected) && (!Array.isArray(got) || got.length !== expected.length)) return mismatch;
  const differences = Object.entries(expected).map(([name, member]) =>
    differenceAt(`${path}.${name}`, member, Reflect.get(got, name)),
  );
  return differences.find(Boolean);
};

/** Returns the headers of all responses: no sniffing, and the caching of reads, writes and problems. */
const commonHeaders = ({ line, sent, status, code }: Row) => {
  const caching = code || !/^(GET|HEAD) /.test(line) ? 'no-store' : '/^(\\w+, )?(no-cache|max-age=\\d+)$/';
  const hasCaching = code || (!line.startsWith('OPTIONS ') && (status < 300 || status === 304));
  // The gateway may answer a preflight itself.
  const isPreflight = 'access-control-request-method' in sent.headers;
  return {
    ...((code || status < 400) && !isPreflight && { 'x-content-type-options': 'nosniff' }),
    ...(hasCaching && { 'cache-control': caching }),
    ...(code && { 'content-type': 'application/problem+json' }),
  };
};

/** Returns the first promise of a filled row that the response breaks. */
export const findBroken = (row: Row, { status, headers, text, body = text }: HttpResponse) => {
  const { line, code, expected } = row;
  const requestId = headers['apigw-requestid'] ?? null;
  const problem = { type: 'about:blank', title: STATUS_CODES[status], status, code, detail: '/./', requestId };
  const isBare = line.startsWith('HEAD ') || status === 204 || (status > 300 && status < 400);
  const expectedBody = code ? { ...problem, ...Object(expected.body) } : expected.body;
  return (
    differenceAt('status', row.status, status) ??
    differenceAt('headers', { ...commonHeaders(row), ...expected.headers }, headers) ??
    differenceAt('body', isBare ? '' : expectedBody, body)
  );
};
