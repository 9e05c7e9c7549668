import { Agent, request as requestPlain } from 'node:http';
import { request as requestTls, Agent as TlsAgent } from 'node:https';
import type { Socket } from 'node:net';
import type { HttpRequest, HttpResponse } from '@smithy/core/protocols';

/** Members of an SDK request that `send` reads. */
export type SdkRequest = Pick<HttpRequest, 'protocol' | 'hostname' | 'port' | 'method' | 'path' | 'headers' | 'body'>;

const CONNECT_TIMEOUT_MS = 500;
export const ATTEMPT_TIMEOUT_MS = 1000;

/** Maximum idle time of a connection. Connections die unnoticed, because Lambda freezes the process. */
const MAX_IDLE_MS = 10_000;

/** Limits open connections. Without this, a list of 128 partitions would make 128 TLS handshakes in over a second. */
const agentOptions = { keepAlive: true, maxSockets: 16 };
const plain = { agent: new Agent(agentOptions), open: requestPlain };
/**
 * Finds a kept connection by host and port, because all requests have the same TLS options. Node would compare twenty
 * options, which takes 10 µs for each request.
 */
class HostAgent extends TlsAgent {
  override getName({ host, port }: { host?: string; port?: number } = {}) {
    return `${host}:${port}`;
  }
}
const tls = { agent: new HostAgent(agentOptions), open: requestTls };

/** Idle connections, with the time of the last reply. Reading them from the agent would take 7 µs for each request. */
const idle = new Map<Socket, number>();

/** Closes the connections that are idle since before a time. */
const closeIdle = (beforeMs: number) => {
  for (const [socket, sinceMs] of idle) {
    if (sinceMs >= beforeMs) continue;
    idle.delete(socket);
    socket.destroy();
  }
};

export const timeoutError = (missing: 'connection' | 'reply', ms: number) =>
  Object.assign(new Error(`No ${missing} within ${ms} ms`), { name: 'TimeoutError' });

/** Returns an error for a reply that does not come from DynamoDB. The attempt then counts as failed. */
type ReplyCheck = (reply: HttpResponse) => Error | undefined;

/** Sends a request. The timeout includes the wait for a connection, and ends with the last byte of the reply. */
export const send = (request: SdkRequest, timeoutMs: number, checkReply?: ReplyCheck) =>
  new Promise<HttpResponse>((resolve, reject) => {
    const { protocol, hostname, port, method, path, headers, body } = request;
    const { agent, open } = protocol === 'https:' ? tls : plain;
    closeIdle(Date.now() - MAX_IDLE_MS);
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
      if (sent.reusedSocket && isDead) closeIdle(Number.POSITIVE_INFINITY);
      reject(Object.assign(error, { $retryable: {} }));
    };
    const timer = setTimeout(() => fail(timeoutError('reply', timeoutMs)), timeoutMs);
    sent.on('socket', (socket) => {
      usedSocket = socket;
      idle.delete(socket);
      if (!socket.connecting) return;
      const failToConnect = () => fail(timeoutError('connection', CONNECT_TIMEOUT_MS));
      const connecting = setTimeout(failToConnect, CONNECT_TIMEOUT_MS);
      const stop = () => clearTimeout(connecting);
      // A closed connection must not stay in `idle`, because each holds a buffer of 64 kB.
      socket.once('connect', stop).once('close', () => {
        stop();
        idle.delete(socket);
      });
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
        if (usedSocket) idle.set(usedSocket, Date.now());
        resolve(reply);
      });
    });
    sent.end(body);
  });
