import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { crc32 } from 'node:zlib';
import type { Random } from '../random';
import { withUnprocessedKeys } from './unprocessed-keys';

/** The HTTP reply of DynamoDB. */
export type DynamoReply = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer };

/** A DynamoDB call that the proxy has received, and the response to answer it with. */
export type ProxiedCall = { readonly target: string; readonly body: Buffer; readonly response: ServerResponse };

/** A call that gets a fault. */
type FaultyCall = ProxiedCall & {
  readonly random: Random;
  /** The reply of DynamoDB. Empty when the call was not applied. */
  readonly reply: DynamoReply;
  /** True when the connection has carried a successful reply of DynamoDB before. */
  readonly hasSucceeded: boolean;
};

type FaultDefinition = {
  /** Weight of this kind when a fault is drawn. */
  readonly share: number;
  /** True when DynamoDB applies the call before the fault. */
  readonly isApplied: boolean;
  readonly inject: (call: FaultyCall) => void;
};

const send = ({ response }: ProxiedCall, status: number, content: string) => {
  response.writeHead(status, {
    'content-type': 'application/x-amz-json-1.0',
    'content-length': Buffer.byteLength(content),
    'x-amz-crc32': crc32(content),
  });
  response.end(content);
};

const refuse = (call: ProxiedCall, name: string, rest: object, status = 400) =>
  send(call, status, JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, ...rest }));

const throttle = (call: FaultyCall) => {
  const names = ['ThrottlingException', 'ProvisionedThroughputExceededException'] as const;
  refuse(call, call.random.pick(names), { message: 'The rate of requests is too high; try again later' });
};

const fail = (call: ProxiedCall) => refuse(call, 'InternalServerError', { message: 'Internal server error' }, 500);

const reset = ({ response }: ProxiedCall) => response.socket?.resetAndDestroy();

/** Sends no reply. The client closes the connection after its timeout. */
const stall = () => {};

const cut = ({ response, reply }: FaultyCall) => {
  response.writeHead(reply.status, reply.headers);
  response.write(reply.body.subarray(0, reply.body.length / 2), () => response.destroy());
};

const proxyTypes = ['text/html', 'text/plain', 'application/json'] as const;
const forgedTypes = [...proxyTypes, 'application/x-amz-json-1.0'] as const;

/**
 * Sends the reply of a network proxy. Two of the texts look like the reply for a missing item. DynamoDB's content type
 * is forged only after an earlier success on the connection, because only then can the function know that the consumed
 * capacity is missing.
 */
const garble = ({ response, random, hasSucceeded }: FaultyCall) => {
  const text = random.pick(['<html><p>Bad Gateway</p></html>', '', '{}']);
  response.writeHead(200, { 'content-type': random.pick(hasSucceeded ? forgedTypes : proxyTypes) }).end(text);
};

/** Cancels a transaction because of one item. All other items get the reason `None`, as DynamoDB does. */
const cancel = (call: FaultyCall, items: readonly unknown[], reason: { Code: string; Message: string }) => {
  const chosen = call.random.below(items.length);
  const reasons = items.map((_, i) => (i === chosen ? reason : { Code: 'None' }));
  const codes = reasons.map(({ Code }) => Code).join(', ');
  const Message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`;
  refuse(call, 'TransactionCanceledException', { Message, CancellationReasons: reasons });
};

/** Reports a conflict with another transaction. A transaction also gets the item that has the conflict. */
const conflict = (call: FaultyCall) => {
  const message = 'Transaction is ongoing for the item';
  const { TransactItems } = JSON.parse(call.body.toString());
  if (!Array.isArray(TransactItems)) return refuse(call, 'TransactionConflictException', { message });
  cancel(call, TransactItems, { Code: 'TransactionConflict', Message: message });
};

/** Throttles one item of a transaction. */
const throttleItem = (call: FaultyCall) => {
  const Code = call.random.pick(['ThrottlingError', 'ProvisionedThroughputExceeded'] as const);
  const { TransactItems } = JSON.parse(call.body.toString());
  cancel(call, TransactItems, { Code, Message: 'The level of configured provisioned throughput was exceeded' });
};

/** Throttles some keys of a batch. */
const throttleKeys = (call: FaultyCall) =>
  send(call, call.reply.status, withUnprocessedKeys(call.body, call.reply.body, call.random));

/** All kinds of faults. Stalls are rare, because each takes the client's timeout of one second. */
export const faults = {
  throttle: { share: 13, isApplied: false, inject: throttle },
  failBefore: { share: 12, isApplied: false, inject: fail },
  failAfter: { share: 14, isApplied: true, inject: fail },
  resetBefore: { share: 12, isApplied: false, inject: reset },
  resetAfter: { share: 14, isApplied: true, inject: reset },
  stallBefore: { share: 1, isApplied: false, inject: stall },
  stallAfter: { share: 1, isApplied: true, inject: stall },
  cut: { share: 12, isApplied: true, inject: cut },
  garble: { share: 8, isApplied: true, inject: garble },
  conflict: { share: 12, isApplied: false, inject: conflict },
  throttleItem: { share: 10, isApplied: false, inject: throttleItem },
  throttleKeys: { share: 0, isApplied: true, inject: throttleKeys },
} satisfies Record<string, FaultDefinition>;

export type FaultKind = keyof typeof faults;

export const kinds = Object.keys(faults) as FaultKind[];
const isRead = (target: string) => /\.(GetItem|BatchGetItem|Query|Scan)$/.test(target);

const isPossible = (kind: FaultKind, target: string) => {
  if (kind === 'conflict') return !isRead(target);
  return kind !== 'throttleItem' || target.endsWith('.TransactWriteItems');
};

/** The share of batch reads, from 0 to 1, that get the fault `throttleKeys` whenever the rate is not 0. */
const THROTTLED_BATCHES = 0.2;

/**
 * Creates a function that draws a fault for a call, at a rate from 0 to 1, weighted by the shares. A call that cannot
 * have the drawn kind is throttled instead, or has no fault when throttling is not among the kinds.
 */
export const createFaultDraw = (random: Random, only: readonly FaultKind[]) => {
  const lots = only.flatMap((kind) => Array.from({ length: faults[kind].share }, () => kind));
  const throttle = only.includes('throttle') ? 'throttle' : undefined;
  const draw = (target: string) => {
    const kind = lots[random.below(lots.length)];
    return kind && isPossible(kind, target) ? kind : throttle;
  };
  return (target: string, rate: number): FaultKind | undefined => {
    const kind = random.chance(rate) ? draw(target) : undefined;
    const mayThrottleKeys = rate > 0 && target.endsWith('.BatchGetItem') && only.includes('throttleKeys');
    if (kind || !mayThrottleKeys) return kind;
    return random.chance(THROTTLED_BATCHES) ? 'throttleKeys' : undefined;
  };
};
