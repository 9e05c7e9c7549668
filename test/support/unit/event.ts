import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { ApiEvent } from '../../../functions/kit/http/event';
import { pathOf, type Route } from '../../../functions/kit/http/route';
import { pathAt } from '../../../functions/kit/site/paths';
import { resources } from '../../../functions/resources';
import * as routes from '../../../functions/routes';
import { decode } from '../../../lib/verify/http';

type Parts = {
  readonly headers?: Record<string, string>;
  readonly query?: string;
  readonly body?: unknown;
  readonly isBase64Encoded?: boolean;
  /** Claims of the token that API Gateway has checked. */
  readonly claims?: Record<string, string>;
};

/** Paths of the resources, and those of the tests of the kit. */
const paths = [...resources.map(({ path }) => path), '/things', '/crates', '/v2/crates'];
/** Matches the path of a resource, and what follows the id. */
const memberPath = new RegExp(`^(${paths.join('|')})/[^/]+(.*)$`);

/** Returns the path of the route that takes an address, and its parameters. A path with more words of its own wins. */
const matchOf = (address: string) => {
  const [, collection, rest = ''] = memberPath.exec(address) ?? [];
  const member = collection ? [`${collection}/{id}${rest}`] : [];
  const path = pathAt([...Object.values<Route>(routes).map(pathOf), ...member], address) ?? address;
  const values = address.split('/');
  const parameters = path
    .split('/')
    .flatMap((word, i) => (word.startsWith('{') ? [[word.slice(1, -1), values[i] ?? '']] : []));
  return { path, parameters: parameters.length > 0 ? Object.fromEntries(parameters) : undefined };
};

/** Makes the event of a line such as `GET /orders/1`, as API Gateway sends it. A body that is no string becomes JSON. */
export const eventOf = (
  request: string,
  { headers = {}, query = '', body, isBase64Encoded = false, claims }: Parts = {},
): APIGatewayProxyEventV2 => {
  const [method = '', address = ''] = request.split(' ');
  if (address.includes('{id}')) throw new Error(`${request} names no id; replace {id} by a UUIDv7`);
  const { path, parameters } = matchOf(address);
  const routeKey = `${method} ${path}`;
  return {
    version: '2.0',
    routeKey,
    rawPath: address,
    rawQueryString: query,
    headers: { host: 'api.example', 'x-forwarded-proto': 'https', ...headers },
    pathParameters: parameters,
    requestContext: {
      accountId: '000000000000',
      apiId: 'api',
      ...(claims && { authorizer: { principalId: '', integrationLatency: 0, jwt: { claims, scopes: [] } } }),
      domainName: 'api.example',
      domainPrefix: 'api',
      http: { method, path: address, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'test' },
      requestId: 'request-1',
      routeKey,
      stage: '$default',
      time: '20/Nov/2026:00:00:00 +0000',
      timeEpoch: 1_795_132_800_000,
    },
    body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
    isBase64Encoded,
  };
};

type LambdaContext = Pick<Context, 'getRemainingTimeInMillis'>;
type Handler = (event: ApiEvent, context: LambdaContext) => Promise<APIGatewayProxyStructuredResultV2>;

/** Calls a handler, and returns its response to API Gateway. */
export const respondTo = (handler: Handler, event: ApiEvent, leftMs = 10_000) =>
  handler(event, { getRemainingTimeInMillis: () => leftMs });

/** Calls a handler, and returns its response with the body decompressed and the JSON parsed. */
export const invoke = async (handler: Handler, event: ApiEvent, leftMs?: number) => {
  const { statusCode: status = 0, headers = {}, body = '', isBase64Encoded } = await respondTo(handler, event, leftMs);
  const text = isBase64Encoded ? `${decode(Buffer.from(body, 'base64'), headers['content-encoding'])}` : body;
  // Without this, the log line with the error stays in the mock of a test.
  const [line] = Object(process.stdout.write).mock?.lastCall ?? [];
  if (status === 500 && line) showIfFailed(JSON.parse(line));
  const isJson = text !== '' && /json$/.test(String(headers['content-type']));
  return { status, headers, body: isJson ? JSON.parse(text) : text || undefined };
};
