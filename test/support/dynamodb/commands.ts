import { createHash } from 'node:crypto';
import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { Page } from '../../../functions/model/page';
import {
  all,
  type Condition,
  conditionExpression,
  equals,
  increment,
  itemExists,
  itemMissing,
  updateExpression,
} from '../../../functions/table/expression';
import { type PartitionKey, rangeOf } from '../../../functions/table/query';
import { newRev } from '../table';
import { now } from '../time';

/*
 * Commands that a test expects, and errors that DynamoDB answers with. The expressions are made by the service's own
 * functions, whose spelling test/functions/table/expression.test.ts holds.
 */

type Attributes = Readonly<Record<string, unknown>>;
type Key = { readonly pk: string; readonly sk: string };
type Write = Partial<Record<'Put' | 'Update' | 'Delete', object>>;

export const put = (Item: object): Write => ({ Put: { Item, ...conditionExpression(itemMissing) } });

/** Sets these attributes, a new revision and the time of the tests. */
export const update = ({ pk, sk }: Key, set: Attributes, ...conditions: Condition[]): Write => ({
  Update: { Key: { pk, sk }, ...updateExpression({ ...set, rev: newRev, updatedAt: now }, all(...conditions)) },
});

export const remove = ({ pk, sk }: Key, ...conditions: Condition[]): Write => ({
  Delete: { Key: { pk, sk }, ...conditionExpression(all(...conditions)) },
});

const open = {
  text: `${itemExists.text} AND (attribute_not_exists(closedUntil) OR closedUntil <= :now)`,
  values: { ':now': now },
};

/** Counts posts of a user. Only a user whom no deletion keeps closed is counted up. */
export const count = (userId: string, by: number): Write => ({
  Update: { Key: { pk: 'USER', sk: userId }, ...increment('postCount', by, by > 0 ? open : itemExists) },
});

/** Condition that a user has no posts. */
export const childless = {
  text: '(attribute_not_exists(postCount) OR postCount = :none)',
  values: { ':none': 0 },
};

export const claimKey = (email: string) => ({
  pk: `EMAIL#${createHash('sha256').update(email).digest('base64url')}`,
  sk: 'EMAIL',
});

/** Writes that take an address for a user, and give it back. */
export const claim = (email: string, ownerId: unknown) => put({ ...claimKey(email), ownerId });
export const release = (email: string, ownerId: string) => remove(claimKey(email), equals('ownerId', ownerId));

const onTable = { TableName: 'table', ReturnConsumedCapacity: 'TOTAL' };

export const get = ({ pk, sk }: Key) => ['GetCommand', { ...onTable, Key: { pk, sk }, ConsistentRead: true }];

export const batchGet = (input: object) => [
  'BatchGetCommand',
  { RequestItems: { [onTable.TableName]: input }, ReturnConsumedCapacity: onTable.ReturnConsumedCapacity },
];

export const query = (input: object) => ['QueryCommand', { ...onTable, ...input }];

/** Members of the query that reads a page of one partition. test/functions/table/query.test.ts holds the bounds. */
export const within = (partition: PartitionKey, page: Partial<Page> = {}) => {
  const { order, low, high } = rangeOf({ order: 'desc', ...page });
  const [[attribute, value] = []] = Object.entries(partition);
  return {
    KeyConditionExpression: `${attribute} = :within AND sk BETWEEN :low AND :high`,
    ExpressionAttributeValues: { ':within': value, ':low': low, ':high': high },
    ScanIndexForward: order === 'asc',
  };
};

/** The command of one write without a transaction. */
export const alone = (write: Write) => {
  const [[kind, input] = []] = Object.entries(write);
  return [`${kind}Command`, { ...onTable, ...input, ...(kind === 'Update' && { ReturnValues: 'ALL_NEW' }) }];
};

export const transaction = (...writes: Write[]) => [
  'TransactWriteCommand',
  {
    TransactItems: writes.map((write) => {
      const [[kind = '', input] = []] = Object.entries(write);
      return { [kind]: { TableName: 'table', ...input } };
    }),
    ReturnConsumedCapacity: 'TOTAL',
    ClientRequestToken: expect.any(String),
  },
];

/** The command of a write, which is a transaction when other writes go with it. */
export const write = (main: Write, extraWrites: Write[] = []) =>
  extraWrites.length > 0 ? transaction(main, ...extraWrites) : alone(main);

const $metadata = { httpStatusCode: 400 };

/** DynamoDB's error when the condition of a single write fails, with the item that is there. */
export const conditionFailed = (item?: Attributes) =>
  new ConditionalCheckFailedException({
    message: 'The conditional request failed',
    $metadata,
    Item: item && marshall(item),
  });

/** Marks an error as the retry strategy does when the reply of an earlier attempt was lost. */
export const afterLostReply = <E extends Error>(error: E) =>
  Object.assign(error, { $metadata: { httpStatusCode: 400, hasLostReply: true } });

type Reason = string | { readonly Code: string; readonly Item?: Attributes };

/** DynamoDB's error for a transaction: the reason of each write, and the item where a condition failed. */
export const cancelled = (...reasons: Reason[]) =>
  new TransactionCanceledException({
    message: 'Transaction cancelled',
    $metadata,
    CancellationReasons: reasons.map((reason) => {
      const { Code, Item } = typeof reason === 'string' ? { Code: reason } : reason;
      return { Code, Item: Item && marshall(Item) };
    }),
  });

/** DynamoDB's error for a write whose own condition fails, alone or with other writes in a transaction. */
export const refused = (extraWrites: readonly unknown[], item?: Attributes) =>
  extraWrites.length > 0
    ? cancelled({ Code: 'ConditionalCheckFailed', Item: item }, ...extraWrites.map(() => 'None'))
    : conditionFailed(item);
