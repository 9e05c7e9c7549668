import { DynamoDBServiceException } from '@aws-sdk/client-dynamodb';
import { ask } from '../../support/resources';
import { problemOf, unavailable } from '../../support/responses';
import { mockTable, storedPost } from '../../support/table';

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
  ...['ThrottlingException', 'ProvisionedThroughputExceededException', 'RequestLimitExceeded'].map((name) => aws(name)),
  ...['TransactionInProgressException', 'SlowDown', 'LimitExceededException', 'TooManyRequestsException'].map((name) =>
    aws(name),
  ),
  aws('SomethingNew', 429),
  aws('InternalServerError', 500),
  aws('ServiceUnavailable', 503),
  ...[500, 502].map((status) => aws('SomethingNew', status)),
  named('TimeoutError'),
  ...['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND'].map(network),
  ...['EAI_AGAIN', 'EPIPE', 'ETIMEDOUT'].map(network),
  // `send` marks every error of the network. The SDK does not know these two.
  ...['ECONNABORTED', 'EPROTO'].map((code) => Object.assign(network(code), { $retryable: {} })),
  Object.assign(new SyntaxError('secret-message'), { $metadata: { httpStatusCode: 200 } }),
  Object.assign(new Error('secret-message'), { $retryable: {} }),
];

const bugs = [
  ...['ValidationException', 'AccessDeniedException', 'ResourceNotFoundException'].map((name) => aws(name)),
  ...['CredentialsProviderError', 'TimeoutErrorOfOurs', 'NoTimeoutError'].map(named),
  ...[new TypeError('secret-message'), new SyntaxError('secret-message')],
  ...['ENOENT', 'EPROTOTYPE', 'NO_EPIPE'].map(network),
];

const labelOf = (error: Error & { readonly code?: string }) => error.code ?? error.name;
const rows = [
  ...temporary.map((error) => [503, labelOf(error), error, unavailable] as const),
  ...bugs.map((error) => [500, labelOf(error), error, internal] as const),
];
/** Errors of JavaScript are logged without their message (test/functions/lambda/log.test.ts). */
const isOfJavaScript = ({ name }: Error) => /^(Type|Syntax)Error$/.test(name);

test.each(rows)('a request answers %i to %s and says nothing of it, but logs it', async (_, __, error, problem) => {
  table.onAnyCommand().rejects(error);
  expect(await ask('POST /posts', { body: { title: 'Hello' } })).toEqual(problem);
  expect(table.sent()).toHaveLength(1);
  const { name, message, stack } = error;
  expect(table.logged()).toMatchObject([{ error: isOfJavaScript(error) ? { name } : { name, message, stack } }]);
});

test('a malformed stored item is a 500, and does not leave the service', async () => {
  table.onAnyCommand().resolves({ Item: { ...storedPost, title: 7 } });
  expect(await ask(`GET /posts/${storedPost.sk}`)).toEqual(internal);
  expect(table.logged()[0].error.message).toBe('A stored item has no string "title".');
});
