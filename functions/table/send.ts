import { Agent, request as requestPlain } from 'node:http';
import { request as requestTls, Agent as TlsAgent } from 'node:https';
import type { Socket } from 'node:net';
import type { HttpRequest, HttpResponse } from '@smithy/core/protocols';

/** The members that are read of a request of the SDK. */
export type SdkRequest = Pick<HttpRequest, 'protocol' | 'hostname' | 'port' | 'method' | 'path' | 'headers' | 'body'>;

const CONNECT_TIMEOUT_MS = 500;
export const ATTEMPT_TIMEOUT_MS = 1000;

/** Lambda freezes a process between requests, so that a connection may die unnoticed. One idle for longer is closed. */
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

export const timeoutError = (missing: 'connection' | 'reply', ms: number) =>
  Object.assign(new Error(`No ${missing} within ${ms} ms`), { name: 'TimeoutError' });

/**
 * Sends a request. The timeout holds from the wait for a connection until the whole reply is there. `faultIn` may refuse
 * a reply.
 */
export const send = (request: SdkRequest, timeoutMs: number, faultIn?: (reply: HttpResponse) => Error | undefined) =>
  new Promise<HttpResponse>((resolve, reject) => {
    const { protocol, hostname, port, method, path, headers, body } = request;
    const { agent, open } = protocol === 'https:' ? tls : plain;
    closeOld(agent);
    const host = hostname.replace(/[[\]]/g, '');
    const sent = open({ host, port, method, path, headers: Object.entries(headers).flat(), agent });
    let used: Socket | undefined;
    let isOver = false;
    const end = () => {
      isOver = true;
      clearTimeout(timer);
    };
    // Whether the request was applied is not known. `$retryable` tells the retry strategy to try again.
    const fail = (error: Error) => {
      if (isOver) return;
      end();
      sent.destroy();
      used?.destroy();
      // When a kept connection is dead, those kept with it are dead, too. A short timeout does not show that one is dead.
      const isDead = error.name !== 'TimeoutError' || timeoutMs >= ATTEMPT_TIMEOUT_MS;
      if (sent.reusedSocket && isDead) for (const socket of idleSockets(agent)) socket.destroy();
      reject(Object.assign(error, { $retryable: {} }));
    };
    const timer = setTimeout(() => fail(timeoutError('reply', timeoutMs)), timeoutMs);
    sent.on('socket', (socket) => {
      used = socket;
      if (!socket.connecting) return;
      const failToConnect = () => fail(timeoutError('connection', CONNECT_TIMEOUT_MS));
      const connecting = setTimeout(failToConnect, CONNECT_TIMEOUT_MS);
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
        const { statusCode = 0, headers } = response;
        const entries = Object.entries(headers).map(([name, value]) => [name, String(value)]);
        const reply = { statusCode, headers: Object.fromEntries(entries), body: Buffer.concat(chunks) };
        const fault = faultIn?.(reply);
        if (fault) return fail(fault);
        end();
        if (used) idleSince.set(used, Date.now());
        resolve(reply);
      });
    });
    sent.end(body);
  });
