import { DynamoDBServiceException } from '@aws-sdk/client-dynamodb';
import { problemOf, unavailable } from '../../../support/responses';
import { mockTable } from '../../../support/unit/table';
import { askThings } from '../things';

const table = mockTable();
const internal = problemOf(500, 'internal', 'Something went wrong on our side; the request id helps us to find it.');

const aws = (name: string, httpStatusCode = 400) =>
  new DynamoDBServiceException({
    name,
    message: `secret-message of ${name}`,
    $fault: httpStatusCode < 500 ? 'client' : 'server',
    $metadata: { httpStatusCode, attempts: 3 },
  });
const network = (code: string) => Object.assign(new Error(`secret-message: ${code} 10.0.0.1:443`), { code });
const named = (name: string) => Object.assign(new Error('secret-message'), { name });

const temporary = [
  aws('ThrottlingException'),
  aws('RequestLimitExceeded'),
  aws('TransactionInProgressException'),
  aws('SomethingNew', 429),
  aws('InternalServerError', 500),
  aws('SomethingNew', 507),
  named('TimeoutError'),
  network('ECONNRESET'),
  network('ENOTFOUND'),
  // `send` marks every error of the network. The SDK does not know this one.
  Object.assign(network('EPROTO'), { $retryable: {} }),
  Object.assign(named('SyntaxError'), { $metadata: { httpStatusCode: 200 } }),
];

const bugs = [
  ...['ValidationException', 'AccessDeniedException', 'ResourceNotFoundException'].map((name) => aws(name)),
  ...['CredentialsProviderError', 'NoTimeoutError', 'TypeError', 'SyntaxError'].map(named),
  network('ENOENT'),
];

const labelOf = (error: Error & { readonly code?: string }) => error.code ?? error.name;

test.each([
  ...temporary.map((error) => [503, labelOf(error), error, unavailable] as const),
  ...bugs.map((error) => [500, labelOf(error), error, internal] as const),
])('a request answers %i to %s and says nothing of it, but logs it', async (status, _, error, problem) => {
  table.onAnyCommand().rejects(error);
  expect(await askThings('POST /things', { body: { serial: 7 } })).toEqual(problem);
  expect(table.sent()).toHaveLength(1);
  const { code } = Object(problem.body);
  expect(table.logged()).toMatchObject([{ route: 'POST /things', status, code, error: { name: error.name } }]);
});
