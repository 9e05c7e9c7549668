import { Agent, createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { Socket } from 'node:net';
import { closeServer, listen } from '../../lib/local/listen';
import { type Answer, type Call, type FaultKind, faults, kinds, lottery } from './fault-kinds';
import { randomOf } from './random';

const nothing: Answer = { status: 0, headers: {}, body: Buffer.alloc(0) };

type FaultsOptions = {
  readonly endpoint: string;
  readonly seed: number;
  /** The kinds of faults that happen; by default all of them. */
  readonly only?: readonly FaultKind[];
};

/** Stands between functions and DynamoDB and lets calls fail, before DynamoDB sees them or after it has answered. */
export const startFaults = async ({ endpoint, seed, only = kinds }: FaultsOptions) => {
  const { hostname, port } = new URL(endpoint);
  const agent = new Agent({ keepAlive: true, noDelay: true });
  const random = randomOf(seed);
  const draw = lottery(random, only);
  const counts = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<FaultKind, number>;
  /** The connections that have carried a success of DynamoDB. */
  const told = new WeakSet<Socket>();
  let rate = 0;

  const forward = ({ body, response }: Call, headers: IncomingHttpHeaders, then: (answer: Answer) => void) => {
    const upstream = request({ agent, hostname, port, method: 'POST', path: '/', headers }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk) => chunks.push(chunk));
      incoming.on('end', () =>
        then({ status: incoming.statusCode ?? 500, headers: incoming.headers, body: Buffer.concat(chunks) }),
      );
    });
    upstream.on('error', () => response.destroy());
    // Also when the client has gone: DynamoDB applies what has reached it.
    upstream.end(body);
  };

  const take = (call: Call, headers: IncomingHttpHeaders) => {
    const { socket } = call.response;
    const kind = random.chance(rate) ? draw(call.target) : undefined;
    if (!kind) {
      forward(call, headers, ({ status, headers, body }) => {
        if (status === 200 && socket) told.add(socket);
        call.response.writeHead(status, headers).end(body);
      });
      return;
    }
    const { isApplied, befall } = faults[kind];
    counts[kind]++;
    const befallen = { ...call, random, isTold: socket !== null && told.has(socket) };
    if (isApplied) forward(call, headers, (answer) => befall({ ...befallen, answer }));
    else befall({ ...befallen, answer: nothing });
  };

  const server = createServer({ keepAliveTimeout: 65_000, noDelay: true }, (incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk) => chunks.push(chunk));
    incoming.on('end', () => {
      const target = String(incoming.headers['x-amz-target']);
      const call = { target, body: Buffer.concat(chunks), response };
      // Two turns, so that a busy machine, which reads it late, does not apply what its client has given up.
      setImmediate(setImmediate, () => response.socket?.writable && take(call, incoming.headers));
    });
  });
  const listening = await listen(server, 0);
  return {
    url: `http://127.0.0.1:${listening}`,
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
