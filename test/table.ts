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
  return Object.assign(mock, { sent, logged });
};

type Item = Record<string, unknown>;

const metadata = (attempts = 1) => ({ attempts, httpStatusCode: 400 });

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
