import { STATUS_CODES } from 'node:http';
import * as v from 'valibot';
import { pathOf, type Row } from '../../../functions/http/row';
import { isRepresentation, statusOfSuccess, successRules } from './success';

/** A request as far as its answer depends on it. */
export type Asked = {
  readonly row: Row;
  readonly method: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly query: string;
  /** Scheme and host. */
  readonly origin: string;
};

export type Answered = {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  /** The JSON value of the body; undefined when there is none. */
  readonly body: unknown;
};

type Rule = { readonly test: (value: string) => boolean };
/** The headers that an answer must have, and that it may have; it has no others. */
export type Rules = { readonly must: Record<string, Rule>; readonly may: Record<string, Rule> };

const ofBody = [400, 413, 415];
const ofMember = [400, 404, 412];
const ofWrite: Record<string, readonly number[]> = {
  'POST users': [201, 409, 422, ...ofBody],
  'POST posts': [201, 409, 422, ...ofBody],
  'PUT users': [200, 201, 204, 409, ...ofMember, ...ofBody],
  'PUT posts': [200, 201, 204, 409, 422, ...ofMember, ...ofBody],
  'PATCH users': [200, 204, 409, ...ofMember, ...ofBody],
  'PATCH posts': [200, 204, 409, 422, ...ofMember, ...ofBody],
  'DELETE users': [200, 204, 409, ...ofMember],
  'DELETE posts': [200, 204, ...ofMember],
};

const statusesOf = ({ row, method }: Asked): readonly number[] => {
  if (row.routeKey === '$default') return method === 'OPTIONS' ? [204, 404] : [308, 404, 405];
  if (method === 'GET' && row.routeKey === 'GET /') return [200, 302, 304, 400, 412];
  if (method === 'GET') return [200, 304, ...(pathOf(row).endsWith('{id}') ? ofMember : [400, 412])];
  return ofWrite[`${method} ${row.source.split('/')[1]}`] ?? [];
};

const codes: Record<number, readonly string[]> = {
  400: ['invalid-json', 'invalid-body', 'invalid-query', 'invalid-header', 'invalid-id'],
  404: ['not-found'],
  405: ['method-not-allowed'],
  409: ['email-taken', 'user-has-posts', 'user-closing'],
  412: ['stale', 'exists'],
  413: ['body-too-large'],
  415: ['unsupported-media-type'],
  422: ['unknown-user', 'idempotency-key-reused'],
};

const detail = v.pipe(v.string(), v.minLength(5));
const Fault = v.union([
  v.strictObject({ pointer: v.pipe(v.string(), v.regex(/^#(\/[!-~]*)?$/)), detail }),
  v.strictObject({ parameter: v.string(), detail }),
  v.strictObject({ header: v.string(), detail }),
]);
const Problem = v.strictObject({
  type: v.literal('about:blank'),
  title: v.string(),
  status: v.number(),
  code: v.string(),
  detail,
  requestId: v.pipe(v.string(), v.nonEmpty()),
  errors: v.optional(v.pipe(v.array(Fault), v.minLength(1), v.maxLength(100))),
});

const isProblem = (status: number, body: unknown) => {
  const { success, output } = v.safeParse(Problem, body);
  return (
    success &&
    output.status === status &&
    output.title === STATUS_CODES[status] &&
    codes[status]?.includes(output.code) === true &&
    (status === 400 || output.errors === undefined)
  );
};

const offers: Record<string, string> = { POST: 'accept-post', PUT: 'accept', PATCH: 'accept-patch' };
const methods = /^[A-Z]+(, [A-Z]+)*$/;

const failureRules = ({ method }: Asked, { status, body }: Answered): Rules => {
  const code = body instanceof Object && 'code' in body ? body.code : '';
  return {
    must: {
      'content-type': /^application\/problem\+json$/,
      'cache-control': /^no-store$/,
      ...(status === 405 && { allow: methods }),
      ...(status === 412 && { etag: /^"[\x21\x23-\x7e]+"$/ }),
      ...(status === 415 && { [offers[method] ?? '']: /json/ }),
      ...(code === 'user-has-posts' && { link: /^<\/posts\?userId=[\da-f-]{36}>; rel="related"$/ }),
    },
    may: {},
  };
};

const elsewhere = (status: number): Rules =>
  status === 308
    ? { must: { location: /^\/(?![/\\])[!-~]*$/, 'cache-control': /^no-store$/ }, may: {} }
    : { must: { allow: methods }, may: { 'accept-patch': /json/ } };

const brokenHeaders = ({ must, may }: Rules, headers: Answered['headers']): string[] => {
  const rules = new Map(Object.entries({ ...may, ...must, 'x-content-type-options': /^nosniff$/ }));
  const wrong = Object.entries(headers).filter(([name, value]) => !rules.get(name)?.test(String(value)));
  const missing = [...Object.keys(must), 'x-content-type-options'].filter((name) => !(name in headers));
  return [
    ...wrong.map(([name, value]) => `the header ${name}: ${value}`),
    ...missing.map((name) => `no header ${name}`),
  ];
};

/** All that the contract does not allow of an answer. */
export const breaches = (asked: Asked, answer: Answered): string[] => {
  const { row } = asked;
  const { status, headers, body } = answer;
  if (!statusesOf(asked).includes(status)) return [`the status ${status} ${JSON.stringify(body)}`];
  if (status >= 400)
    return [
      ...brokenHeaders(failureRules(asked, answer), headers),
      ...(isProblem(status, body) ? [] : [`the body ${JSON.stringify(body)}`]),
    ];
  if (asked.row.routeKey === '$default')
    return [...brokenHeaders(elsewhere(status), headers), ...(body === undefined ? [] : ['a body'])];
  const expected = statusOfSuccess(asked, answer);
  const rules = successRules(asked, answer);
  const must = {
    ...rules.must,
    ...(expected.hasBody && {
      'content-type': row.routeKey === 'GET /docs' ? /^text\/html; charset=utf-8$/ : /^application\/json$/,
    }),
  };
  const isRight = expected.hasBody ? isRepresentation(asked.row, body) : body === undefined;
  return [
    ...(status === expected.status ? [] : [`the status ${status} instead of ${expected.status}`]),
    ...brokenHeaders({ ...rules, must }, headers),
    ...(isRight ? [] : [`the body ${JSON.stringify(body)}`]),
  ];
};
