import { STATUS_CODES } from 'node:http';
import * as v from 'valibot';
import { hasId, pluralOf, type Route } from '../../../functions/http/route';
import { expectedSuccess, isRepresentation, successRules } from './success';

/** The parts of a request on which its response depends. */
export type FuzzRequest = {
  readonly route: Route;
  readonly method: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly query: string;
  /** The scheme and host of the request URL. */
  readonly origin: string;
};

export type FuzzResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  /** The parsed JSON body; undefined when the response has no body. */
  readonly body: unknown;
};

type HeaderRule = { readonly test: (value: string) => boolean };
/** The headers that a response must have and may have. Other headers are not allowed. */
export type HeaderRules = { readonly must: Record<string, HeaderRule>; readonly may: Record<string, HeaderRule> };

const bodyStatuses = [400, 413, 415];
const memberStatuses = [400, 404, 412];
const writeStatuses: Record<string, readonly number[]> = {
  'POST users': [201, 409, 422, ...bodyStatuses],
  'POST posts': [201, 409, 422, ...bodyStatuses],
  'PUT users': [200, 201, 204, 409, ...memberStatuses, ...bodyStatuses],
  'PUT posts': [200, 201, 204, 409, 422, ...memberStatuses, ...bodyStatuses],
  'PATCH users': [200, 204, 409, ...memberStatuses, ...bodyStatuses],
  'PATCH posts': [200, 204, 409, 422, ...memberStatuses, ...bodyStatuses],
  'DELETE users': [200, 204, 409, ...memberStatuses],
  'DELETE posts': [200, 204, ...memberStatuses],
};

const statusesOf = ({ route, method }: FuzzRequest): readonly number[] => {
  if (route.routeKey === '$default') return method === 'OPTIONS' ? [204, 404] : [308, 404, 405];
  if (method === 'GET' && route.routeKey === 'GET /') return [200, 302, 304, 400, 412];
  if (method === 'GET') return [200, 304, ...(hasId(route) ? memberStatuses : [400, 412])];
  return writeStatuses[`${method} ${pluralOf(route)}`] ?? [];
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
const FieldError = v.union([
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
  errors: v.optional(v.pipe(v.array(FieldError), v.minLength(1), v.maxLength(100))),
});

const isProblem = (status: number, body: unknown) => {
  const { success, output } = v.safeParse(Problem, body);
  return (
    success &&
    output.status === status &&
    output.title === STATUS_CODES[status] &&
    codes[status]?.includes(output.code) === true &&
    (status === 400 || (output.errors !== undefined) === /^(email-taken|unknown-user)$/.test(output.code))
  );
};

const offerHeaders: Record<string, string> = { POST: 'accept-post', PUT: 'accept', PATCH: 'accept-patch' };
const methods = /^[A-Z]+(, [A-Z]+)*$/;

const failureRules = ({ method }: FuzzRequest, { status, body }: FuzzResponse): HeaderRules => {
  const code = body instanceof Object && 'code' in body ? body.code : '';
  return {
    must: {
      'content-type': /^application\/problem\+json$/,
      'cache-control': /^no-store$/,
      ...(status === 405 && { allow: methods }),
      ...(status === 412 && { etag: /^"[\x21\x23-\x7e]+"$/ }),
      ...(status === 415 && { [offerHeaders[method] ?? '']: /json/ }),
      ...(code === 'user-has-posts' && { link: /^<\/posts\?userId=[\da-f-]{36}>; rel="related"$/ }),
    },
    may: {},
  };
};

const unmatchedRules = (status: number): HeaderRules =>
  status === 308
    ? { must: { location: /^\/(?![/\\])[!-~]*$/, 'cache-control': /^no-store$/ }, may: {} }
    : { must: { allow: methods }, may: { 'accept-patch': /json/ } };

const brokenHeaders = ({ must, may }: HeaderRules, headers: FuzzResponse['headers']): string[] => {
  const rules = new Map(Object.entries({ ...may, ...must, 'x-content-type-options': /^nosniff$/ }));
  const wrong = Object.entries(headers).filter(([name, value]) => !rules.get(name)?.test(String(value)));
  const missing = [...Object.keys(must), 'x-content-type-options'].filter((name) => !(name in headers));
  return [
    ...wrong.map(([name, value]) => `the header ${name}: ${value} is not allowed`),
    ...missing.map((name) => `the header ${name} is missing`),
  ];
};

/** Lists the parts of a response that the contract does not allow. */
export const contractViolations = (request: FuzzRequest, response: FuzzResponse): string[] => {
  const { route } = request;
  const { status, headers, body } = response;
  if (!statusesOf(request).includes(status)) return [`the status ${status} is not allowed: ${JSON.stringify(body)}`];
  if (status >= 400)
    return [
      ...brokenHeaders(failureRules(request, response), headers),
      ...(isProblem(status, body) ? [] : [`the body is no valid problem: ${JSON.stringify(body)}`]),
    ];
  if (request.route.routeKey === '$default')
    return [
      ...brokenHeaders(unmatchedRules(status), headers),
      ...(body === undefined ? [] : ['a body is not allowed']),
    ];
  const expected = expectedSuccess(request, response);
  const rules = successRules(request, response);
  const must = {
    ...rules.must,
    ...(expected.hasBody && {
      'content-type': route.routeKey === 'GET /docs' ? /^text\/html; charset=utf-8$/ : /^application\/json$/,
    }),
  };
  const isRight = expected.hasBody ? isRepresentation(request, body) : body === undefined;
  return [
    ...(status === expected.status ? [] : [`the status is ${status} instead of ${expected.status}`]),
    ...brokenHeaders({ ...rules, must }, headers),
    ...(isRight ? [] : [`the body is not as the model says: ${JSON.stringify(body)}`]),
  ];
};
