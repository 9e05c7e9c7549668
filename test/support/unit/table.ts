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

/** Makes the id with this number. All are minted at one time. */
export const idOf = (number: number) => idAt(Date.parse('2026-11-19T12:00:00.000Z'), number);
