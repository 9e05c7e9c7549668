import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { plan } from '../../../functions/plan';
import { idAt } from './id';

process.env.TABLE_NAME = 'table';
process.env.AWS_REGION = 'eu-central-1';

// Makes each collection one shard, because the tests of handlers must not depend on the plan of the project.
for (const collection of Object.keys(plan)) Reflect.set(plan, collection, []);

/** Mocks the DynamoDB client for a test file. `sent` lists the commands of a handler, `logged` its log lines. */
export const mockTable = () => {
  const mock = mockClient(DynamoDBDocumentClient);
  const lines: string[] = [];
  beforeEach(() => {
    mock.reset();
    lines.length = 0;
    jest.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  });
  afterEach(() => jest.restoreAllMocks());
  return Object.assign(mock, {
    sent: () => mock.calls().map(({ firstArg }) => [firstArg.constructor.name, firstArg.input]),
    logged: () => lines.map((line) => JSON.parse(line)),
    forget: () => {
      lines.length = 0;
      mock.resetHistory();
    },
  });
};

const createdAt = '2026-11-19T12:00:00.000Z';
const updatedAt = '2026-11-19T13:00:00.000Z';

/** Makes the id with this number that is minted with the stored items. */
export const idOf = (number: number) => idAt(Date.parse(createdAt), number);

/** Items of the table. `otherUser` is an hour older than `storedUser`, who is the author of `storedPost`. */
export const storedUser = {
  pk: 'USER',
  sk: idOf(1),
  name: 'Ann',
  email: 'Ann@example.com',
  rev: 'rev-of-user',
  postCount: 0,
  updatedAt,
};
export const otherUser = {
  ...storedUser,
  sk: '01a1f376-9f80-7000-8000-000000000002',
  name: 'Bob',
  email: 'bob@example.com',
};
export const anonymousPost = {
  pk: 'POST',
  sk: '01a1f3ad-8e00-7000-8000-00000000000a',
  title: 'Hello',
  content: 'World',
  rev: 'rev-of-post',
  updatedAt,
};
export const storedPost = { ...anonymousPost, userId: storedUser.sk };

/** Bodies of the responses with these items. */
export const userBody = { id: storedUser.sk, name: 'Ann', email: 'Ann@example.com', createdAt, updatedAt };
export const anonymousPostBody = { id: storedPost.sk, title: 'Hello', content: 'World', createdAt, updatedAt };
export const postBody = { ...anonymousPostBody, userId: storedUser.sk };
