import { Agent, createServer, type IncomingHttpHeaders, request, type ServerResponse } from 'node:http';
import { crc32 } from 'node:zlib';
import { closeServer, listen } from '../../lib/local/listen';
import { type Random, randomOf } from './random';

type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer };
type Call = { readonly target: string; readonly body: Buffer; readonly response: ServerResponse };
/** `answer` is what DynamoDB said, which it only does where the call was applied. */
type Befallen = Call & { readonly random: Random; readonly answer: Answer };

type Fault = {
  /** How many of a hundred faults are of this kind. */
  readonly share: number;
  readonly isApplied: boolean;
  readonly befall: (call: Befallen) => void;
};

const send = ({ response }: Call, status: number, content: string) => {
  response.writeHead(status, {
    'content-type': 'application/x-amz-json-1.0',
    'content-length': Buffer.byteLength(content),
    'x-amz-crc32': crc32(content),
  });
  response.end(content);
};

const refuse = (call: Call, name: string, rest: object, status = 400) =>
  send(call, status, JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, ...rest }));

const throttle = (call: Befallen) => {
  const names = ['ThrottlingException', 'ProvisionedThroughputExceededException'] as const;
  refuse(call, call.random.pick(names), { message: 'The rate of requests is too high; try again later' });
};

const fail = (call: Call) => refuse(call, 'InternalServerError', { message: 'Internal server error' }, 500);

const reset = ({ response }: Call) => response.socket?.resetAndDestroy();

/** The client hears nothing and goes away when it has waited long enough. */
const stall = () => {};

const cut = ({ response, answer }: Befallen) => {
  response.writeHead(answer.status, answer.headers);
  response.write(answer.body.subarray(0, answer.body.length / 2), () => response.destroy());
};

/** Of something on the way that is not DynamoDB; the last two read like an item that is not there. */
const garble = (call: Befallen) => send(call, 200, call.random.pick(['<html><p>Bad Gateway</p></html>', '', '{}']));

/** A transaction says which of its items another one holds. */
const conflict = (call: Befallen) => {
  const message = 'Transaction is ongoing for the item';
  const { TransactItems } = JSON.parse(call.body.toString());
  if (!Array.isArray(TransactItems)) return refuse(call, 'TransactionConflictException', { message });
  const held = call.random.below(TransactItems.length);
  const reasons = TransactItems.map((_, i) =>
    i === held ? { Code: 'TransactionConflict', Message: message } : { Code: 'None' },
  );
  const codes = reasons.map(({ Code }) => Code).join(', ');
  const Message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`;
  refuse(call, 'TransactionCanceledException', { Message, CancellationReasons: reasons });
};

/** A stall takes a second each time, the client's timeout, so there are few. */
const faults = {
  throttle: { share: 13, isApplied: false, befall: throttle },
  failBefore: { share: 12, isApplied: false, befall: fail },
  failAfter: { share: 14, isApplied: true, befall: fail },
  resetBefore: { share: 12, isApplied: false, befall: reset },
  resetAfter: { share: 14, isApplied: true, befall: reset },
  stallBefore: { share: 1, isApplied: false, befall: stall },
  stallAfter: { share: 1, isApplied: true, befall: stall },
  cut: { share: 12, isApplied: true, befall: cut },
  garble: { share: 8, isApplied: true, befall: garble },
  conflict: { share: 12, isApplied: false, befall: conflict },
} satisfies Record<string, Fault>;

export type FaultKind = keyof typeof faults;

const kinds = Object.keys(faults) as FaultKind[];
const isRead = (target: string) => /\.(GetItem|Query|Scan)$/.test(target);

const lots = kinds.flatMap((kind) => Array.from({ length: faults[kind].share }, () => kind));

const draw = (random: Random, target: string): FaultKind => {
  const kind = lots[random.below(lots.length)] ?? 'throttle';
  return kind === 'conflict' && isRead(target) ? 'throttle' : kind;
};

const nothing: Answer = { status: 0, headers: {}, body: Buffer.alloc(0) };

/** Stands between functions and DynamoDB and lets calls fail, before DynamoDB sees them or after it has answered. */
export const startFaults = async ({ endpoint, seed }: { endpoint: string; seed: number }) => {
  const { hostname, port } = new URL(endpoint);
  const agent = new Agent({ keepAlive: true, noDelay: true });
  const random = randomOf(seed);
  const counts = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<FaultKind, number>;
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
    if (!random.chance(rate)) {
      forward(call, headers, ({ status, headers, body }) => call.response.writeHead(status, headers).end(body));
      return;
    }
    const kind = draw(random, call.target);
    const { isApplied, befall } = faults[kind];
    counts[kind]++;
    if (isApplied) forward(call, headers, (answer) => befall({ ...call, random, answer }));
    else befall({ ...call, random, answer: nothing });
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
