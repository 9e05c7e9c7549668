import { METHODS } from 'node:http';
import { bodyIn } from '../../support/event';
import type { Draft } from '../fuzz/draft';
import { breaches } from '../fuzz/shape';
import { unexpected } from '../fuzz/verdict';
import type { Reply } from './socket';

/** A request as it goes over the wire. */
export type Message = {
  readonly draft: Draft;
  readonly bytes: Buffer;
  readonly isHead: boolean;
  /** False when HTTP or the gateway already has something against it, or when another route may take it. */
  readonly isPlain: boolean;
};

/** The gateway takes 10,240 bytes of request line and headers. */
const MOST_HEAD_BYTES = 10_000;

const encoded = (path: string) =>
  path
    .split('/')
    .map((segment) => encodeURIComponent(segment.toWellFormed()))
    .join('/');

/** Writes down a request; a GET may become a HEAD. */
export const messageOf = (draft: Draft, host: string, { mayBeHead = false, isLast = false }): Message => {
  const { method, path, id = '', query, headers, body } = draft;
  const isHead = mayBeHead && method === 'GET';
  const question = query.toWellFormed().replace(/[^!-~]/gu, encodeURIComponent);
  const target = `${encoded(path.replace('{id}', id))}${question && `?${question}`}`;
  const needsLength = body !== undefined || draft.row.takes !== undefined;
  const fields = Object.entries(headers).filter(([name]) => name !== 'content-length');
  // What HTTP has no room for in a header has its place among the broken messages.
  const plain = fields.map(([name, value]) => [name, value.replace(/[^\t\x20-\x7e\x80-\xff]/gu, '')] as const);
  // An unknown method ends the connection, and has its place there, too.
  const verb = isHead ? 'HEAD' : METHODS.includes(method) ? method : 'TRACE';
  const lines = [
    `${verb} ${target} HTTP/1.1`,
    `host: ${host}`,
    ...plain.map(([name, value]) => `${name}: ${value}`),
    ...(needsLength ? [`content-length: ${body?.length ?? 0}`] : []),
    ...(isLast ? ['connection: close'] : []),
  ];
  const head = `${lines.join('\r\n')}\r\n\r\n`;
  const isPlain = String(plain) === String(fields) && head.length < MOST_HEAD_BYTES && !id.includes('/');
  return { draft, bytes: Buffer.concat([Buffer.from(head, 'latin1'), body ?? Buffer.alloc(0)]), isHead, isPlain };
};

const ofGateway = /^(date|connection|keep-alive|content-length|vary|apigw-requestid|access-control-.*)$/;

/** What a reply says that neither the service nor the gateway may say. */
export const wrongReply = ({ status, headers, text }: Reply): string[] => {
  const isOwn =
    headers['content-type'] === 'application/problem+json' ||
    (status === 421 ? /^\{"message":"The Host header names [^"]+"\}$/ : /^\{"message":"[\w ]+"\}$/).test(text);
  const isKnown = status < 400 || text === '' || isOwn;
  return isKnown && status < 500 ? [] : [`${status} ${text.slice(0, 300)}`];
};

/** The same, of the reply to this message. */
export const wrongAnswer = ({ draft, isHead, isPlain }: Message, reply: Reply, origin: string): string[] => {
  if (!isPlain || isHead || draft.row.routeKey === '$default') return wrongReply(reply);
  const { row, method, query, headers } = draft;
  const own = Object.fromEntries(Object.entries(reply.headers).filter(([name]) => !ofGateway.test(name)));
  const answer = { status: reply.status, headers: own, body: bodyIn(reply.text, own['content-type']) };
  return [...breaches({ row, method, headers, query, origin }, answer), ...unexpected(draft, answer)];
};
