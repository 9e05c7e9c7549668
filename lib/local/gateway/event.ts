import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { APIGatewayEventRequestContextJWTAuthorizer, APIGatewayProxyEventV2 } from 'aws-lambda';
import { account } from '../template/intrinsics';
import type { RouteMatch } from './router';

type AuthorizedMatch = RouteMatch & { readonly authorizer?: APIGatewayEventRequestContextJWTAuthorizer };

export type ReceivedRequest = ReturnType<typeof receiveRequest>;

/** Maximum size of Lambda's event and of its result: 6 MB. */
export const MAX_PAYLOAD_BYTES = 6_291_556;
// Address of every client, because the gateway listens on 127.0.0.1 only.
const sourceIp = '127.0.0.1';
// Content types that API Gateway hands over as text. A body of any other type becomes base64.
const textTypes = /^(text\/[^;]*|application\/(json|xml|javascript))\s*(;|$)/i;
const hopByHopHeaders = /^(connection|keep-alive|proxy-connection|te|transfer-encoding|upgrade|expect)$/;

/** Parses the target of a request: the decoded path, and the query as the client sent it. A malformed target has no path. */
const readTarget = (url: string) => {
  const [, path = '', query = ''] = /^(?:https?:\/\/[^/?]*)?(\/[^?]*)(?:\?(.*))?$/s.exec(url) ?? [];
  try {
    return { path: decodeURIComponent(path), query };
  } catch {
    return { path: '', query };
  }
};

/** Parses a request as API Gateway does: names of headers in lower case, repeated headers joined by commas, cookies apart. */
export const receiveRequest = (request: IncomingMessage, apiId: string) => {
  const { cookie = [], ...distinct } = request.headersDistinct;
  const kept = Object.entries(distinct).filter(([name]) => !hopByHopHeaders.test(name));
  const headers = Object.fromEntries(kept.map(([name, values]) => [name, values?.join(',')]));
  const cookies = cookie.flatMap((text) => text.split(/;\s*/)).filter((text) => text !== '');
  const requestId = randomBytes(11).toString('base64');
  return { request, requestId, apiId, ...readTarget(request.url ?? '/'), headers, cookies };
};

/** Builds the event of payload format 2.0. */
export const toEvent = (received: ReceivedRequest, match: AuthorizedMatch, body: Buffer): APIGatewayProxyEventV2 => {
  const { request, path, query, headers, cookies } = received;
  const isText = textTypes.test(headers['content-type'] ?? '');
  const domainName = (headers.host ?? '').replace(/:\d+$/, '');
  const sent = new URLSearchParams(query);
  // Joins the values of a repeated parameter by commas.
  const parameters = [...new Set(sent.keys())].map((name) => [name, sent.getAll(name).join(',')]);
  const now = new Date();
  const [, day, month, year, time] = now.toUTCString().split(' ');
  const seconds = Math.floor(now.getTime() / 1000).toString(16);
  return {
    version: '2.0',
    routeKey: match.route.routeKey,
    rawPath: path,
    rawQueryString: query,
    cookies: cookies.length > 0 ? cookies : undefined,
    headers: {
      'x-amzn-trace-id': `Root=1-${seconds}-${randomBytes(12).toString('hex')}`,
      ...headers,
      'content-length': String(body.length),
      'x-forwarded-for': [headers['x-forwarded-for'] ?? [], sourceIp].flat().join(', '),
      'x-forwarded-port': String(request.socket.localPort ?? ''),
      'x-forwarded-proto': 'http',
    },
    queryStringParameters: query === '' ? undefined : Object.fromEntries(parameters),
    requestContext: {
      accountId: account,
      apiId: received.apiId,
      ...(match.authorizer && { authorizer: match.authorizer }),
      domainName,
      domainPrefix: domainName.split('.')[0] ?? '',
      http: {
        method: request.method ?? 'GET',
        path,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: received.requestId,
      routeKey: match.route.routeKey,
      stage: '$default',
      // Common Log Format, such as 20/Nov/2026:11:58:50 +0000.
      time: `${day}/${month}/${year}:${time} +0000`,
      timeEpoch: now.getTime(),
    },
    pathParameters: match.pathParameters,
    body: body.length > 0 ? body.toString(isText ? 'utf8' : 'base64') : undefined,
    isBase64Encoded: body.length > 0 && !isText,
  };
};
