import { STATUS_CODES } from 'node:http';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { Event } from '../../functions/http/event';

type Parts = {
  readonly headers?: Record<string, string>;
  readonly query?: string;
  readonly body?: unknown;
  readonly path?: string;
  readonly isBase64Encoded?: boolean;
};

/** An event as API Gateway sends it: `GET /posts/{id}` with the id filled in, a body that is not a string as JSON. */
export const eventOf = (
  request: string,
  { headers = {}, query = '', body, path, isBase64Encoded = false }: Parts = {},
): APIGatewayProxyEventV2 => {
  const [method = '', address = ''] = request.split(' ');
  const [, collection = '', id] = /^(\/api\/v1\/users|\/posts)\/([^/]+)$/.exec(address) ?? [];
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const routeKey = collection ? `${method} ${collection}/{id}` : request;
  return {
    version: '2.0',
    routeKey,
    rawPath: path ?? address,
    rawQueryString: query,
    headers: { host: 'api.example', 'x-forwarded-proto': 'https', ...headers },
    pathParameters: id === undefined ? undefined : { id },
    requestContext: {
      accountId: '000000000000',
      apiId: 'api',
      domainName: 'api.example',
      domainPrefix: 'api',
      http: { method, path: path ?? address, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'test' },
      requestId: 'request-1',
      routeKey,
      stage: '$default',
      time: '20/Nov/2026:00:00:00 +0000',
      timeEpoch: 1_795_132_800_000,
    },
    body: text,
    isBase64Encoded,
  };
};

const context = (leftMs: number): Context => ({
  callbackWaitsForEmptyEventLoop: false,
  functionName: 'test',
  functionVersion: '$LATEST',
  invokedFunctionArn: 'arn:aws:lambda:eu-central-1:000000000000:function:test',
  memoryLimitInMB: '512',
  awsRequestId: 'request-1',
  logGroupName: 'test',
  logStreamName: 'test',
  getRemainingTimeInMillis: () => leftMs,
  done: () => undefined,
  fail: () => undefined,
  succeed: () => undefined,
});

type Handler = (event: Event, context: Context) => Promise<APIGatewayProxyStructuredResultV2>;

/** The answer of a handler as the gateway gets it. */
export const respondTo = (handler: Handler, event: Event, leftMs = 10_000) => handler(event, context(leftMs));

/** A body as its type says that it is to be read; undefined when there is none. */
export const bodyIn = (text: string | undefined, type: unknown) =>
  text && /json$/.test(String(type)) ? JSON.parse(text) : text || undefined;

/** The answer of a handler, its JSON body read. */
export const invoke = async (handler: Handler, event: Event, leftMs?: number) => {
  const { statusCode, headers, body } = await respondTo(handler, event, leftMs);
  return { status: statusCode, headers, body: bodyIn(body, headers?.['content-type']) };
};

type Fault = {
  readonly pointer?: string;
  readonly parameter?: string;
  readonly header?: string;
  readonly detail: string;
};
type Problem = { readonly headers?: Record<string, string>; readonly errors?: readonly Fault[] };

/** A whole answer in JSON: every header that it has but those that all have. */
export const answerOf = (status: number, headers: Record<string, string>, body?: unknown) => ({
  status,
  headers: {
    ...(body !== undefined && { 'content-type': 'application/json' }),
    'x-content-type-options': 'nosniff',
    ...headers,
  },
  body,
});

export const unavailable = () =>
  problemOf(503, 'unavailable', 'The service cannot answer right now; the same request may succeed in a moment.', {
    headers: { 'retry-after': '1' },
  });

/** A whole answer of a request that failed. */
export const problemOf = (status: number, code: string, detail: string, { headers, errors }: Problem = {}) => ({
  status,
  headers: {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  },
  body: {
    type: 'about:blank',
    title: STATUS_CODES[status],
    status,
    code,
    detail,
    ...(errors && { errors }),
    requestId: 'request-1',
  },
});
