import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';

/* Errors as the mocked client of DynamoDB throws them. */

type Attributes = Readonly<Record<string, unknown>>;
const $metadata = { httpStatusCode: 400 };

/** The error of a single write whose condition has failed, with the item that is there. */
export const conditionFailed = (item?: Attributes) => {
  const message = 'The conditional request failed';
  return new ConditionalCheckFailedException({ message, $metadata, Item: item && marshall(item) });
};

/** Reason of a transaction's write whose condition has failed, with the item that is there. */
export const failedOn = (item?: Attributes) => ({ Code: 'ConditionalCheckFailed', Item: item && marshall(item) });

/** The error of a cancelled transaction, with the reason of each write. */
export const cancelled = (...reasons: (string | ReturnType<typeof failedOn>)[]) =>
  new TransactionCanceledException({
    message: 'Transaction cancelled',
    $metadata,
    CancellationReasons: reasons.map((reason) => (typeof reason === 'string' ? { Code: reason } : reason)),
  });

/** The error of a call that DynamoDB throttles. */
export const throttled = () => Object.assign(new Error('Slow down.'), { name: 'ThrottlingException', $metadata });

/** Marks an error as the retry strategy does when the reply of an earlier attempt was lost. */
export const afterLostReply = <E extends Error>(error: E) =>
  Object.assign(error, { $metadata: { httpStatusCode: 400, hasLostReply: true } });
