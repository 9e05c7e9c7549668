import { AsyncLocalStorage } from 'node:async_hooks';
import { Agent, request as requestPlain } from 'node:http';
import { request as requestTls, Agent as TlsAgent } from 'node:https';
import type { Socket } from 'node:net';
import type { HttpHandler, HttpRequest, HttpResponse } from '@smithy/core/protocols';
import { unavailable } from '../http/problem';
import { msLeft } from './deadline';

type Request = Pick<HttpRequest, 'protocol' | 'hostname' | 'port' | 'method' | 'path' | 'headers' | 'body'>;

const CONNECT_TIMEOUT_MS = 500;
const ATTEMPT_TIMEOUT_MS = 1000;

/** Lambda freezes a process between requests, so that a connection may die unnoticed. An older one is not used again. */
const MAX_IDLE_MS = 10_000;

/** A list asks up to 128 partitions. Without a limit, as many TLS handshakes at once would take longer than a second. */
const options = { keepAlive: true, maxSockets: 16 };
const plain = { agent: new Agent(options), open: requestPlain };
const tls = { agent: new TlsAgent(options), open: requestTls };

const idleSince = new WeakMap<Socket, number>();

const idleSockets = (agent: Agent) => Object.values(agent.freeSockets).flatMap((sockets = []) => sockets);

const closeOld = (agent: Agent) => {
  const oldestMs = Date.now() - MAX_IDLE_MS;
  for (const socket of idleSockets(agent)) if ((idleSince.get(socket) ?? 0) < oldestMs) socket.destroy();
};

const timeout = (ms: number) => Object.assign(new Error(`No reply within ${ms} ms`), { name: 'TimeoutError' });

/** Sends a request. The timeout holds from the wait for a connection until the whole reply is there. */
export const send = (request: Request, timeoutMs: number) =>
  new Promise<HttpResponse>((resolve, reject) => {
    const { protocol, hostname, port, method, path, headers, body } = request;
    const { agent, open } = protocol === 'https:' ? tls : plain;
    closeOld(agent);
    const host = hostname.replace(/[[\]]/g, '');
    const sent = open({ host, port, method, path, headers: Object.entries(headers).flat(), agent });
    let isOver = false;
    const end = () => {
      isOver = true;
      clearTimeout(timer);
    };
    // The request may have been applied. `$retryable` tells the retry strategy to try again.
    const fail = (error: Error) => {
      if (isOver) return;
      end();
      sent.destroy();
      // When a kept connection is dead, the connections kept with it are dead, too.
      if (sent.reusedSocket) for (const socket of idleSockets(agent)) socket.destroy();
      reject(Object.assign(error, { $retryable: {} }));
    };
    const timer = setTimeout(() => fail(timeout(timeoutMs)), timeoutMs);
    let used: Socket;
    sent.on('socket', (socket) => {
      used = socket;
      if (!socket.connecting) return;
      const connecting = setTimeout(() => fail(timeout(CONNECT_TIMEOUT_MS)), CONNECT_TIMEOUT_MS);
      const stop = () => clearTimeout(connecting);
      socket.once('connect', stop).once('close', stop);
    });
    sent.on('error', fail);
    // An Error is not made for every request, because its stack costs more than the validation of a request.
    sent.on('close', () => isOver || fail(new Error('The connection was closed before the end of the reply')));
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        if (isOver || !response.complete) return;
        end();
        idleSince.set(used, Date.now());
        const { statusCode = 0, headers } = response;
        const entries = Object.entries(headers).map(([name, value]) => [name, String(value)]);
        resolve({ statusCode, headers: Object.fromEntries(entries), body: Buffer.concat(chunks) });
      });
    });
    sent.end(body);
  });

/** Tells whether a reply looks like one of DynamoDB or its stand-ins, and not like the page of a proxy. */
const isOfDynamoDb = ({ statusCode, headers: { 'content-type': type = '' }, body }: HttpResponse) => {
  const isTyped = /^application\/x-amz-json-1\.\d\b/.test(type);
  const isJson = isTyped || (statusCode >= 300 && /^application\/json\b/.test(type));
  return isJson && body.at(0) === 0x7b && body.at(-1) === 0x7d;
};

/** The hosts that tell consumed capacity when they are asked to. */
const tellers = new Set<string>();

/** The official client has bytes that warn when they are used like a string, the stand-in a string. */
const searchable = (body: string | Uint8Array) =>
  typeof body === 'string' ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength);

/** Tells whether the host keeps telling consumed capacity. Without this, a forged `{}` would read like a missing item. */
const tellsCapacity = ({ hostname, port, body: asked }: Request, { statusCode, body }: HttpResponse) => {
  if (statusCode >= 300 || !searchable(asked).includes('"ReturnConsumedCapacity"')) return true;
  const host = `${hostname}:${port}`;
  if (!body.includes('"ConsumedCapacity"')) return !tellers.has(host);
  tellers.add(host);
  return true;
};

/** Holds the reply that calls get while a function rehearses a request. */
export const rehearsal = new AsyncLocalStorage<HttpResponse>();

/** The SDK's `requestHandler`: makes one attempt of a call, within the deadline of the request. */
export const requestHandler = {
  handle: async (request: Request) => {
    const rehearsed = rehearsal.getStore();
    if (rehearsed) return { response: rehearsed };
    const leftMs = msLeft();
    if (leftMs === 0) throw unavailable();
    const response = await send(request, Math.min(ATTEMPT_TIMEOUT_MS, leftMs));
    if (isOfDynamoDb(response) && tellsCapacity(request, response)) return { response };
    const $metadata = { httpStatusCode: response.statusCode };
    throw Object.assign(new Error('The reply is not one of DynamoDB'), { $retryable: {}, $metadata });
  },
} satisfies Pick<HttpHandler, 'handle'>;
