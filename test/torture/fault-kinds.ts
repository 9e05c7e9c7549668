import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { crc32 } from 'node:zlib';
import type { Random } from './random';

export type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer };
export type Call = { readonly target: string; readonly body: Buffer; readonly response: ServerResponse };
/** A call with a fault. `answer` is the reply of DynamoDB, which there is only when the call was applied. */
type Befallen = Call & {
  readonly random: Random;
  readonly answer: Answer;
  /** True when the connection has carried a success of DynamoDB before. */
  readonly isTold: boolean;
};

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

const proxyTypes = ['text/html', 'text/plain', 'application/json'] as const;
const forgedTypes = [...proxyTypes, 'application/x-amz-json-1.0'] as const;

/**
 * A reply of a proxy on the way; two of the texts read like a missing item. The type of DynamoDB is forged only for a
 * function that has had a success before, because only then can the function know that consumed capacity is missing.
 */
const garble = ({ response, random, isTold }: Befallen) => {
  const text = random.pick(['<html><p>Bad Gateway</p></html>', '', '{}']);
  response.writeHead(200, { 'content-type': random.pick(isTold ? forgedTypes : proxyTypes) }).end(text);
};

/** Cancels a transaction because of one of its items; DynamoDB gives the others the reason `None`. */
const cancel = (call: Befallen, items: readonly unknown[], reason: { Code: string; Message: string }) => {
  const chosen = call.random.below(items.length);
  const reasons = items.map((_, i) => (i === chosen ? reason : { Code: 'None' }));
  const codes = reasons.map(({ Code }) => Code).join(', ');
  const Message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`;
  refuse(call, 'TransactionCanceledException', { Message, CancellationReasons: reasons });
};

/** A transaction says which of its items another one holds. */
const conflict = (call: Befallen) => {
  const message = 'Transaction is ongoing for the item';
  const { TransactItems } = JSON.parse(call.body.toString());
  if (!Array.isArray(TransactItems)) return refuse(call, 'TransactionConflictException', { message });
  cancel(call, TransactItems, { Code: 'TransactionConflict', Message: message });
};

/** Throttles one item of a transaction. */
const throttleItem = (call: Befallen) => {
  const Code = call.random.pick(['ThrottlingError', 'ProvisionedThroughputExceeded'] as const);
  const { TransactItems } = JSON.parse(call.body.toString());
  cancel(call, TransactItems, { Code, Message: 'The level of configured provisioned throughput was exceeded' });
};

/** A stall takes a second each time, the client's timeout, so there are few. */
export const faults = {
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
  throttleItem: { share: 10, isApplied: false, befall: throttleItem },
} satisfies Record<string, Fault>;

export type FaultKind = keyof typeof faults;

export const kinds = Object.keys(faults) as FaultKind[];
const isRead = (target: string) => /\.(GetItem|Query|Scan)$/.test(target);

const isPossible = (kind: FaultKind, target: string) => {
  if (kind === 'conflict') return !isRead(target);
  return kind !== 'throttleItem' || target.endsWith('.TransactWriteItems');
};

/** Draws faults by their shares. A call that cannot have the fault drawn is throttled, where that may happen. */
export const lottery = (random: Random, only: readonly FaultKind[]) => {
  const lots = only.flatMap((kind) => Array.from({ length: faults[kind].share }, () => kind));
  return (target: string): FaultKind | undefined => {
    const kind = lots[random.below(lots.length)] ?? 'throttle';
    if (isPossible(kind, target)) return kind;
    return only.includes('throttle') ? 'throttle' : undefined;
  };
};
