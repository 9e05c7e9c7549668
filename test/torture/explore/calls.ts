import type { HeldCall } from './instance';
import type { Option, Slot } from './run';
import type { Reply } from './table';

export const isRead = (operation: string) => /^(Get|BatchGet|Query)/.test(operation);

/** Lists the outcomes of a call, the first of which is no fault. DynamoDB has applied the call after the outcomes `ok`, `lost` and `diesAfter`. */
export const outcomesOf = ({ operation }: HeldCall, mayFail: boolean) => [
  'ok',
  ...(mayFail ? ['refused', 'diesBefore'] : []),
  ...(mayFail && !isRead(operation) ? ['lost', 'late', 'diesAfter'] : []),
  ...(mayFail && operation === 'TransactWriteItems' ? ['conflict'] : []),
  ...(mayFail && operation === 'BatchGetItem' ? ['unprocessed'] : []),
];

/** Returns the keys of the items that a call reads or writes, and whether it writes. A query may read any item. */
const accessOf = ({ operation, body }: HeldCall) => ({
  writes: !isRead(operation),
  keys:
    operation === 'Query' ? undefined : [...body.matchAll(/"pk":\{"S":"([^"]*)"\},"sk":\{"S":"([^"]*)"/g)].map(String),
});
type Access = ReturnType<typeof accessOf>;

/** Tells whether two calls have the same effect in either order. */
const commute = (one: Access, other: Access) =>
  (!one.writes && !other.writes) ||
  (one.keys !== undefined && other.keys !== undefined && !one.keys.some((key) => other.keys?.includes(key)));

/** Returns what the next step needs to know of a call that is released, and the calls that wait beside it. */
export const lastCallOf = (slots: readonly Slot[], { index, call }: Option) => {
  return { index, access: accessOf(call), waiting: new Set(slots.flatMap((slot) => slot.call ?? [])) };
};
export type LastCall = ReturnType<typeof lastCallOf>;

/** Lists the next steps. Leaves out a call that waited beside the last one and does not depend on it, unless it comes first. */
export const optionsOf = (slots: readonly Slot[], mayFail: boolean, last?: LastCall) =>
  slots.flatMap((slot, index): Option[] => {
    const { call } = slot;
    const isSwap = last && call && index < last.index && last.waiting.has(call) && commute(last.access, accessOf(call));
    if (!call || isSwap) return [];
    return outcomesOf(call, mayFail).map((outcome) => ({ slot, index, call, outcome }));
  });

export const dynamoDbError = (name: string, more = {}) =>
  JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: name, ...more });

const conflictOf = ({ body }: HeldCall) => {
  const items: object[] = JSON.parse(body).TransactItems;
  // Beside a conflict, the reasons for the other items are unreliable.
  const CancellationReasons = items.map((_, i) => ({
    Code: i === items.length - 1 ? 'TransactionConflict' : 'ConditionalCheckFailed',
  }));
  return dynamoDbError('TransactionCanceledException', { CancellationReasons });
};

/** Returns a reply to a batch that leaves all keys to be asked again. */
const unprocessedOf = ({ body }: HeldCall) =>
  JSON.stringify({ Responses: {}, UnprocessedKeys: JSON.parse(body).RequestItems, ConsumedCapacity: [] });

/** Gives a call its outcome. The outcome `arrives` is that of a late call, whose reply is lost already. */
export const release = async (
  { call, outcome }: Pick<Option, 'call' | 'outcome'>,
  send: (operation: string, body: string) => Promise<Reply>,
) => {
  if (outcome === 'refused') return call.reply(500, dynamoDbError('InternalServerError'));
  if (outcome === 'conflict') return call.reply(400, conflictOf(call));
  if (outcome === 'unprocessed') return call.reply(200, unprocessedOf(call));
  if (outcome === 'late') return call.loseReply();
  if (outcome === 'diesBefore') return;
  const reply = await send(call.operation, call.body);
  if (outcome === 'ok') call.reply(...reply);
  if (outcome === 'lost') call.loseReply();
};
