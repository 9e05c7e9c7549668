import type { HeldCall } from './instance';
import type { Option, Slot } from './run';

export const isRead = (operation: string) => /^(Get|BatchGet|Query)/.test(operation);

/** Lists the outcomes of a call, the first of which is no fault. DynamoDB has applied the call after the outcomes `ok`, `lost` and `diesAfter`. */
const outcomesOf = ({ operation }: HeldCall, mayFail: boolean) => [
  'ok',
  ...(mayFail ? ['refused', 'diesBefore'] : []),
  ...(mayFail && !isRead(operation) ? ['lost', 'late', 'diesAfter'] : []),
  ...(mayFail && operation === 'TransactWriteItems' ? ['conflict'] : []),
  ...(mayFail && operation === 'BatchGetItem' ? ['unprocessed'] : []),
];

/** Lists the next steps. */
export const optionsOf = (slots: readonly Slot[], mayFail: boolean) =>
  slots.flatMap((slot, index): Option[] => {
    const { call } = slot;
    return call ? outcomesOf(call, mayFail).map((outcome) => ({ slot, index, call, outcome })) : [];
  });

export const errorOf = (name: string, more = {}) =>
  JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: name, ...more });

export const conflictOf = ({ body }: HeldCall) => {
  const items: object[] = JSON.parse(body).TransactItems;
  // Beside a conflict, the reasons for the other items are unreliable.
  const CancellationReasons = items.map((_, i) => ({
    Code: i === items.length - 1 ? 'TransactionConflict' : 'ConditionalCheckFailed',
  }));
  return errorOf('TransactionCanceledException', { CancellationReasons });
};

/** Returns a reply to a batch that leaves all keys to be asked again. */
export const unprocessedOf = ({ body }: HeldCall) =>
  JSON.stringify({ Responses: {}, UnprocessedKeys: JSON.parse(body).RequestItems, ConsumedCapacity: [] });
