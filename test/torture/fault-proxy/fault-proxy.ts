import { Agent, createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { closeServer, listen } from '../../../lib/local/listen';
import { randomOf } from '../random';
import { createFaultDraw, type DynamoReply, type FaultKind, faults, kinds, type ProxiedCall } from './fault-kinds';

const noReply: DynamoReply = { status: 0, headers: {}, body: Buffer.alloc(0) };

type FaultProxyOptions = {
  readonly endpoint: string;
  readonly seed: number;
  /** The kinds of faults to inject. By default all kinds. */
  readonly only?: readonly FaultKind[];
};

/** Starts a proxy between functions and DynamoDB. It fails calls before DynamoDB gets them, or after the reply. */
export const startFaultProxy = async ({ endpoint, seed, only = kinds }: FaultProxyOptions) => {
  const { hostname, port } = new URL(endpoint);
  const agent = new Agent({ keepAlive: true, noDelay: true });
  const random = randomOf(seed);
  const drawFault = createFaultDraw(random, only);
  const counts = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<FaultKind, number>;
  /** The connections that have carried a successful reply of DynamoDB. */
  const succeeded = new WeakSet<Socket>();
  let rate = 0;

  const forward = (
    { body, response }: ProxiedCall,
    headers: IncomingHttpHeaders,
    onReply: (reply: DynamoReply) => void,
  ) => {
    const upstream = request({ agent, hostname, port, method: 'POST', path: '/', headers }, async (incoming) => {
      onReply({ status: incoming.statusCode ?? 500, headers: incoming.headers, body: await buffer(incoming) });
    });
    upstream.on('error', () => response.destroy());
    // Forwards the call even when the client has gone, because DynamoDB applies each call that it has received.
    upstream.end(body);
  };

  const handle = (call: ProxiedCall, headers: IncomingHttpHeaders) => {
    const { socket } = call.response;
    const kind = drawFault(call.target, rate);
    if (!kind) {
      forward(call, headers, ({ status, headers, body }) => {
        if (status === 200 && socket) succeeded.add(socket);
        call.response.writeHead(status, headers).end(body);
      });
      return;
    }
    const { isApplied, inject } = faults[kind];
    counts[kind]++;
    const faulty = { ...call, random, hasSucceeded: socket !== null && succeeded.has(socket) };
    if (isApplied) forward(call, headers, (reply) => inject({ ...faulty, reply }));
    else inject({ ...faulty, reply: noReply });
  };

  const server = createServer({ keepAliveTimeout: 65_000, noDelay: true }, async (incoming, response) => {
    const target = String(incoming.headers['x-amz-target']);
    // Reading fails when the client closes the connection before the end of its call.
    const body = await buffer(incoming).catch(() => undefined);
    if (!body) return;
    // Waits two turns of the event loop, so that a closed connection is noticed. Without this, a busy machine would
    // apply a call that its client has given up.
    setImmediate(setImmediate, () => response.socket?.writable && handle({ target, body, response }, incoming.headers));
  });
  const proxyPort = await listen(server, 0);
  return {
    url: `http://127.0.0.1:${proxyPort}`,
    /** Sets the share of calls, from 0 to 1, that get a fault. */
    setRate: (share: number) => {
      rate = share;
    },
    injected: () => ({ ...counts }),
    total: () => Object.values(counts).reduce((sum, count) => sum + count),
    close: async () => {
      await closeServer(server, 0);
      agent.destroy();
    },
  };
};
