import { createHash } from 'node:crypto';
import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';

process.env.TABLE_NAME = 'table';
process.env.AWS_REGION = 'eu-central-1';

/** The mocked DynamoDB of a test file; `sent` lists what a handler asked of it. */
export const mockTable = () => {
  const mock = mockClient(DynamoDBDocumentClient);
  const lines: string[] = [];
  beforeEach(() => {
    mock.reset();
    lines.length = 0;
    jest.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  });
  afterEach(() => jest.restoreAllMocks());
  const sent = () => mock.calls().map(({ firstArg }) => [firstArg.constructor.name, firstArg.input]);
  const logged = () => lines.map((line) => JSON.parse(line));
  const forget = () => {
    lines.length = 0;
    mock.resetHistory();
  };
  return Object.assign(mock, { sent, logged, forget });
};

type Item = Record<string, unknown>;

const metadata = (attempts = 1) => ({ attempts, httpStatusCode: 400 });

/** When the tests take place, and an id minted at that moment. */
export const now = '2026-11-20T00:00:00.000Z';
export const mintedNow = expect.stringMatching(/^01a1f640-bc00-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
export const newRev = expect.stringMatching(/^[\w-]{16}$/);
export const newTag = expect.stringMatching(/^"[\w-]{16}"$/);

/** Two users, the second older by an hour, and a post of the first, as the table has them. */
export const ann = {
  pk: 'USER',
  sk: '01a1f3ad-8e00-7000-8000-000000000001',
  name: 'Ann',
  email: 'Ann@example.com',
  rev: 'rev-of-ann',
  postCount: 0,
  updatedAt: '2026-11-19T13:00:00.000Z',
};
export const bob = { ...ann, sk: '01a1f376-9f80-7000-8000-000000000002', name: 'Bob', email: 'bob@example.com' };
export const post = {
  pk: 'POST',
  sk: '01a1f3ad-8e00-7000-8000-00000000000a',
  title: 'Hello',
  content: 'World',
  userId: ann.sk,
  rev: 'rev-of-post',
  updatedAt: '2026-11-19T13:00:00.000Z',
};

/** The same as clients see them. */
export const annSeen = {
  id: ann.sk,
  name: 'Ann',
  email: 'Ann@example.com',
  createdAt: '2026-11-19T12:00:00.000Z',
  updatedAt: '2026-11-19T13:00:00.000Z',
};
export const postSeen = {
  id: post.sk,
  title: 'Hello',
  content: 'World',
  userId: ann.sk,
  createdAt: '2026-11-19T12:00:00.000Z',
  updatedAt: '2026-11-19T13:00:00.000Z',
};

/** What every command says of the table. */
export const onTable = { TableName: 'table', ReturnConsumedCapacity: 'TOTAL' };

/** What every condition says. */
export const onRefusal = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' };
export const ifAbsent = { ConditionExpression: 'attribute_not_exists(pk)', ...onRefusal };

/** The names that an expression gives these attributes. */
export const names = (...attributes: string[]) => Object.fromEntries(attributes.map((name) => [`#${name}`, name]));

/** A write within a transaction that counts a user's posts. */
export const count = (userId: string, by: 1 | -1) => ({
  Update: {
    TableName: 'table',
    Key: { pk: 'USER', sk: userId },
    UpdateExpression: 'ADD postCount :by',
    ConditionExpression:
      by > 0
        ? 'attribute_exists(pk) AND (attribute_not_exists(closedUntil) OR closedUntil <= :now)'
        : 'attribute_exists(pk)',
    ExpressionAttributeValues: by > 0 ? { ':now': now, ':by': by } : { ':by': by },
    ...onRefusal,
  },
});

export const claimKey = (email: string) => ({
  pk: `EMAIL#${createHash('sha256').update(email).digest('base64url')}`,
  sk: 'EMAIL',
});

/** Writes within a transaction that take an address for a user, and give it back. */
export const claim = (email: string, ownerId: string) => ({
  Put: { TableName: 'table', Item: { ...claimKey(email), ownerId }, ...ifAbsent },
});
export const release = (email: string, ownerId: string) => ({
  Delete: {
    TableName: 'table',
    Key: claimKey(email),
    ConditionExpression: '#ownerId = :ownerIdIs',
    ExpressionAttributeNames: { '#ownerId': 'ownerId' },
    ExpressionAttributeValues: { ':ownerIdIs': ownerId },
    ...onRefusal,
  },
});

export const transaction = (...TransactItems: unknown[]) => [
  'TransactWriteCommand',
  { TransactItems, ReturnConsumedCapacity: 'TOTAL', ClientRequestToken: expect.any(String) },
];

/** What DynamoDB says when the condition of a single write fails. */
export const conditionFailed = (item?: Item, attempts?: number) =>
  new ConditionalCheckFailedException({
    message: 'The conditional request failed',
    $metadata: metadata(attempts),
    Item: item && marshall(item),
  });

/** What it says of a transaction: for each write a reason code, and the item where a condition failed. */
export const cancelled = (...reasons: (string | { Code: string; Item?: Item })[]) =>
  new TransactionCanceledException({
    message: 'Transaction cancelled',
    $metadata: metadata(),
    CancellationReasons: reasons.map((reason) =>
      typeof reason === 'string' ? { Code: reason } : { Code: reason.Code, Item: reason.Item && marshall(reason.Item) },
    ),
  });
