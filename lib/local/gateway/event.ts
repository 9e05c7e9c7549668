import type { IncomingMessage } from 'node:http';
import type { APIGatewayEventRequestContextJWTAuthorizer, APIGatewayProxyEventV2 } from 'aws-lambda';
import { place } from '../../place';
import { randomHex } from './random';
import type { Match } from './routing';

type Admitted = Match & { authorizer?: APIGatewayEventRequestContextJWTAuthorizer };

export type Target = { path: string; query: string };
export type Received = {
  request: IncomingMessage;
  requestId: string;
  apiId: string;
  target: Target;
  headers: Record<string, string | undefined>;
  cookies: string[];
};

// API Gateway hands these, and no others, over as text.
const textTypes = /^(text\/[^;]*|application\/(json|xml|javascript))\s*(;|$)/i;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
  'expect',
]);

/** The request target with its path decoded; undefined when it is malformed. */
export function readTarget(url: string): Target | undefined {
  const [, path, query = ''] = /^(?:https?:\/\/[^/?]*)?(\/[^?]*)(?:\?(.*))?$/s.exec(url) ?? [];
  if (path === undefined) return undefined;
  try {
    return { path: decodeURIComponent(path), query };
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** Header names in lower case, repeats joined by commas, cookies apart. */
export function readHeaders(rawHeaders: string[]): Pick<Received, 'headers' | 'cookies'> {
  const headers: Record<string, string | undefined> = Object.create(null);
  const cookies: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase();
    const value = rawHeaders[index + 1] ?? '';
    if (name === 'cookie') cookies.push(...value.split(/;\s*/).filter((cookie) => cookie !== ''));
    else if (!hopByHop.has(name)) headers[name] = headers[name] === undefined ? value : `${headers[name]},${value}`;
  }
  return { headers, cookies };
}

export function toEvent(received: Received, match: Admitted, body: Buffer): APIGatewayProxyEventV2 {
  const { request, target, headers, cookies } = received;
  const isText = textTypes.test(headers['content-type'] ?? '');
  const sourceIp = request.socket.remoteAddress ?? '127.0.0.1';
  const domainName = (headers.host ?? '').replace(/:\d+$/, '');
  const now = new Date();
  return {
    version: '2.0',
    routeKey: match.route.routeKey,
    rawPath: target.path,
    rawQueryString: target.query,
    ...(cookies.length > 0 ? { cookies } : {}),
    headers: { ...headers, ...forwarded(received, sourceIp, body) },
    ...(target.query === '' ? {} : { queryStringParameters: joinRepeats(new URLSearchParams(target.query)) }),
    requestContext: {
      accountId: place.account,
      apiId: received.apiId,
      ...(match.authorizer ? { authorizer: match.authorizer } : {}),
      domainName,
      domainPrefix: domainName.split('.')[0] ?? '',
      http: {
        method: request.method ?? 'GET',
        path: target.path,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: received.requestId,
      routeKey: match.route.routeKey,
      stage: '$default',
      time: commonLogTime(now),
      timeEpoch: now.getTime(),
    },
    ...(match.pathParameters ? { pathParameters: match.pathParameters } : {}),
    ...(body.length > 0 ? { body: body.toString(isText ? 'utf8' : 'base64') } : {}),
    isBase64Encoded: body.length > 0 && !isText,
  };
}

function forwarded({ request, headers }: Received, sourceIp: string, body: Buffer): Record<string, string> {
  const client = headers['x-forwarded-for'];
  const seconds = Math.floor(Date.now() / 1000).toString(16);
  return {
    'content-length': String(body.length),
    'x-amzn-trace-id': headers['x-amzn-trace-id'] ?? `Root=1-${seconds}-${randomHex(24)}`,
    'x-forwarded-for': client ? `${client}, ${sourceIp}` : sourceIp,
    'x-forwarded-port': String(request.socket.localPort ?? ''),
    'x-forwarded-proto': 'http',
  };
}

function joinRepeats(query: URLSearchParams): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const name of new Set(query.keys())) joined[name] = query.getAll(name).join(',');
  return joined;
}

function commonLogTime(date: Date): string {
  const day = date.toISOString();
  return `${day.slice(8, 10)}/${months[date.getUTCMonth()]}/${day.slice(0, 4)}:${day.slice(11, 19)} +0000`;
}
