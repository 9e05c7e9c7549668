import { METHODS } from 'node:http';
import { bodyIn } from '../../support/event';
import type { Draft } from '../fuzz/draft';
import { contractViolations } from '../fuzz/shape';
import { unexpectedOutcomes } from '../fuzz/verdict';
import type { WireResponse } from './socket';

/** The bytes of an HTTP request. */
export type WireMessage = {
  readonly draft: Draft;
  readonly bytes: Buffer;
  readonly isHead: boolean;
  /** False when HTTP or the gateway may refuse the request, or when another route may take it. */
  readonly reachesRoute: boolean;
};

/** Limit below the 10,240 bytes of request line and headers that the gateway accepts. */
const MAX_HEAD_BYTES = 10_000;

const encodePath = (path: string) =>
  path
    .split('/')
    .map((segment) => encodeURIComponent(segment.toWellFormed()))
    .join('/');

/** Serializes a request. A GET becomes a HEAD when `mayBeHead` is true. */
export const messageOf = (draft: Draft, host: string, { mayBeHead = false, isLast = false }): WireMessage => {
  const { method, path, id = '', query, headers, body } = draft;
  const isHead = mayBeHead && method === 'GET';
  const search = query.toWellFormed().replace(/[^!-~]/gu, encodeURIComponent);
  const target = `${encodePath(path.replace('{id}', id))}${search && `?${search}`}`;
  const needsLength = body !== undefined || draft.route.body !== undefined;
  const given = Object.entries(headers).filter(([name]) => name !== 'content-length');
  // Removes characters that HTTP does not allow in a header. The broken messages contain such characters.
  const allowed = given.map(([name, value]) => [name, value.replace(/[^\t\x20-\x7e\x80-\xff]/gu, '')] as const);
  // Replaces an unknown method, because it ends the connection. The broken messages contain such methods.
  const verb = isHead ? 'HEAD' : METHODS.includes(method) ? method : 'TRACE';
  const lines = [
    `${verb} ${target} HTTP/1.1`,
    `host: ${host}`,
    ...allowed.map(([name, value]) => `${name}: ${value}`),
    ...(needsLength ? [`content-length: ${body?.length ?? 0}`] : []),
    ...(isLast ? ['connection: close'] : []),
  ];
  const head = `${lines.join('\r\n')}\r\n\r\n`;
  const reachesRoute = String(allowed) === String(given) && head.length < MAX_HEAD_BYTES && !id.includes('/');
  const bytes = Buffer.concat([Buffer.from(head, 'latin1'), body ?? Buffer.alloc(0)]);
  return { draft, bytes, isHead, reachesRoute };
};

const gatewayHeaders = /^(date|connection|keep-alive|content-length|apigw-requestid|access-control-.*)$/;

/** Lists the problems of a response: a 5xx, or an error body that neither the service nor the gateway sends. */
export const responseProblems = ({ status, headers, text }: WireResponse): string[] => {
  const isOwn =
    headers['content-type'] === 'application/problem+json' ||
    (status === 421 ? /^\{"message":"The Host header names [^"]+"\}$/ : /^\{"message":"[\w ]+"\}$/).test(text);
  const isKnown = status < 400 || text === '' || isOwn;
  return isKnown && status < 500 ? [] : [`the response is ${status} ${text.slice(0, 300)}`];
};

/** Lists the problems of the response to a message. The contract applies only when the message reaches its route. */
export const problemsOfMessage = (message: WireMessage, response: WireResponse, origin: string): string[] => {
  const { draft, isHead, reachesRoute } = message;
  if (!reachesRoute || isHead || draft.route.routeKey === '$default') return responseProblems(response);
  const { route, method, query, headers } = draft;
  const own = Object.fromEntries(Object.entries(response.headers).filter(([name]) => !gatewayHeaders.test(name)));
  const answered = { status: response.status, headers: own, body: bodyIn(response.text, own['content-type']) };
  return [
    ...contractViolations({ route, method, headers, query, origin }, answered),
    ...unexpectedOutcomes(draft, answered),
  ];
};
