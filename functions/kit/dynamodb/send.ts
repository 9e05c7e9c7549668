import { AsyncLocalStorage } from 'node:async_hooks';
import { Agent, request as requestPlain } from 'node:http';
import { request as requestTls, Agent as TlsAgent } from 'node:https';
import type { Socket } from 'node:net';
import type { HttpHandler, HttpRequest, HttpResponse } from '@smithy/core/protocols';
import { msLeft } from '../invocation';
import { ATTEMPT_TIMEOUT_MS, CONNECT_TIMEOUT_MS } from './timeouts';

/** Members of an SDK request that `send` reads. */
type SdkRequest = Pick<HttpRequest, 'protocol' | 'hostname' | 'port' | 'method' | 'path' | 'headers' | 'body'>;

/** Maximum idle time of a connection. Connections die unnoticed, because Lambda freezes the process. */
const MAX_IDLE_MS = 10_000;

/** Limits open connections. Without this, a list of 128 partitions would make 128 TLS handshakes in over a second. */
const agentOptions = { keepAlive: true, maxSockets: 16 };
const plain = { agent: new Agent(agentOptions), open: requestPlain };
const tls = { agent: new TlsAgent(agentOptions), open: requestTls };

/** Time of the last reply. All kept connections are at most as old as their last reply, so older ones are dropped together. */
let lastReplyMs = 0;

/** Closes the connections that no request uses. */
const closeIdle = ({ freeSockets }: Agent) => {
  for (const socket of Object.values(freeSockets).flat()) socket?.destroy();
};

const timeoutError = (missing: 'connection' | 'reply', ms: number) =>
  Object.assign(new Error(`No ${missing} within ${ms} ms`), { name: 'TimeoutError' });

/** Returns an error for a reply that does not come from DynamoDB. The attempt then counts as failed. */
type ReplyCheck = (reply: HttpResponse) => Error | undefined;

/** Sends a request. The timeout includes the wait for a connection, and ends with the last byte of the reply. */
export const send = (request: SdkRequest, timeoutMs: number, checkReply?: ReplyCheck) =>
  new Promise<HttpResponse>((resolve, reject) => {
    const { protocol, hostname, port, method, path, headers, body } = request;
    const { agent, open } = protocol === 'https:' ? tls : plain;
    if (Date.now() - lastReplyMs > MAX_IDLE_MS) closeIdle(agent);
    lastReplyMs = Date.now();
    const host = hostname.replace(/[[\]]/g, '');
    const sent = open({ host, port, method, path, headers: Object.entries(headers).flat(), agent });
    let usedSocket: Socket | undefined;
    let isOver = false;
    const end = () => {
      isOver = true;
      clearTimeout(timer);
    };
    // Marks the error for a retry. The request may have been applied; the conditions of each write notice that.
    const fail = (error: Error) => {
      if (isOver) return;
      end();
      sent.destroy();
      usedSocket?.destroy();
      // When a reused connection is dead, all idle connections are dead, too. A timeout below ATTEMPT_TIMEOUT_MS, near
      // the deadline, does not prove that the connection is dead.
      const isDead = error.name !== 'TimeoutError' || timeoutMs >= ATTEMPT_TIMEOUT_MS;
      if (sent.reusedSocket && isDead) closeIdle(agent);
      reject(Object.assign(error, { $retryable: {} }));
    };
    const timer = setTimeout(() => fail(timeoutError('reply', timeoutMs)), timeoutMs);
    sent.on('socket', (socket) => {
      usedSocket = socket;
      if (!socket.connecting) return;
      const failToConnect = () => fail(timeoutError('connection', CONNECT_TIMEOUT_MS));
      const connecting = setTimeout(failToConnect, CONNECT_TIMEOUT_MS);
      const stop = () => clearTimeout(connecting);
      socket.once('connect', stop).once('close', stop);
    });
    sent.on('error', fail);
    // Makes the Error only after a failure, because making its stack takes longer than the validation of a request.
    sent.on('close', () => isOver || fail(new Error('The connection was closed before the end of the reply')));
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        if (isOver || !response.complete) return;
        const { statusCode = 0 } = response;
        const headers: HttpResponse['headers'] = {};
        for (const name in response.headers) headers[name] = String(response.headers[name]);
        const reply = { statusCode, headers, body: Buffer.concat(chunks) };
        const error = checkReply?.(reply);
        if (error) return fail(error);
        end();
        lastReplyMs = Date.now();
        resolve(reply);
      });
    });
    sent.end(body);
  });

/** Holds the fake reply to every call while `prime` runs the handler. */
export const primingReply = new AsyncLocalStorage<HttpResponse>();

/** Tells whether a reply has the type and form of a DynamoDB reply. The error page of a proxy does not. */
const hasFormOfDynamoDb = ({ statusCode, headers: { 'content-type': type = '' }, body }: HttpResponse) => {
  const isTyped = /^application\/x-amz-json-1\.\d\b/.test(type);
  const isJson = isTyped || (statusCode >= 300 && /^application\/json\b/.test(type));
  return isJson && body.at(0) === 0x7b && body.at(-1) === 0x7d;
};

/** Tells whether a reply lacks the consumed capacity that was asked for. Without this, a forged `{}` is a missing item. */
const isForged = ({ body: sent }: SdkRequest, { statusCode, body }: HttpResponse) => {
  if (statusCode >= 300 || body.includes('"ConsumedCapacity":')) return false;
  // The official client sends an object that warns about each conversion but this.
  const asked = typeof sent === 'string' ? sent : Buffer.concat([sent]).toString();
  return asked.includes('"ReturnConsumedCapacity"');
};

/** Checks where a reply comes from. After a reply of another server, the request may or may not have been applied. */
const replyErrorOf = (request: SdkRequest, reply: HttpResponse) => {
  if (hasFormOfDynamoDb(reply) && !isForged(request, reply)) return undefined;
  const { statusCode, headers } = reply;
  const message = `The reply is not one of DynamoDB: status ${statusCode}, type "${headers['content-type'] ?? ''}"`;
  return Object.assign(new Error(message), { $metadata: { httpStatusCode: statusCode } });
};

/**
 * The SDK's `requestHandler`. Makes one attempt of a call, within the deadline of the request. Ignores the SDK's
 * options of a call (`abortSignal`, `requestTimeout`), because this service does not set them.
 */
export const requestHandler = {
  handle: async (request: SdkRequest) => {
    const fakeReply = primingReply.getStore();
    if (fakeReply) return { response: fakeReply };
    const leftMs = msLeft();
    if (leftMs === 0) throw timeoutError('reply', 0);
    const timeoutMs = Math.min(ATTEMPT_TIMEOUT_MS, leftMs);
    return { response: await send(request, timeoutMs, (reply) => replyErrorOf(request, reply)) };
  },
} satisfies Pick<HttpHandler, 'handle'>;
