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
  ['ThrottlingException', aws('ThrottlingException')],
  ['ProvisionedThroughputExceededException', aws('ProvisionedThroughputExceededException')],
  ['RequestLimitExceeded', aws('RequestLimitExceeded')],
  ['TransactionInProgressException', aws('TransactionInProgressException')],
  ['InternalServerError', aws('InternalServerError', 500)],
  ['ServiceUnavailable', aws('ServiceUnavailable', 503)],
  ['an unknown 500', aws('SomethingNew', 500)],
  ['an unknown 502', aws('SomethingNew', 502)],
  ['TimeoutError', named('TimeoutError')],
  ['ECONNREFUSED', network('ECONNREFUSED')],
  ['ECONNRESET', network('ECONNRESET')],
  ['ECONNABORTED', network('ECONNABORTED')],
  ['ENOTFOUND', network('ENOTFOUND')],
  ['EAI_AGAIN', network('EAI_AGAIN')],
  ['EPIPE', network('EPIPE')],
  ['EPROTO', network('EPROTO')],
  ['ETIMEDOUT', network('ETIMEDOUT')],
  ['EHOSTUNREACH', network('EHOSTUNREACH')],
  ['ENETUNREACH', network('ENETUNREACH')],
  ['a reply that is no JSON', Object.assign(new SyntaxError('secret-message'), { $metadata: { httpStatusCode: 200 } })],
  ['an error that says to try again', Object.assign(new Error('secret-message'), { $retryable: {} })],
] as const;

const bugs = [
  ['ValidationException', aws('ValidationException')],
  ['AccessDeniedException', aws('AccessDeniedException')],
  ['ResourceNotFoundException', aws('ResourceNotFoundException')],
  ['CredentialsProviderError', named('CredentialsProviderError')],
  ['TimeoutErrorOfOurs', named('TimeoutErrorOfOurs')],
  ['NoTimeoutError', named('NoTimeoutError')],
  ['TypeError', new TypeError('secret-message')],
  ['SyntaxError', new SyntaxError('secret-message')],
  ['ENOENT', network('ENOENT')],
  ['EPROTOTYPE', network('EPROTOTYPE')],
  ['NO_EPIPE', network('NO_EPIPE')],
] as const;

const requests = [
  ['GET /posts/{id}', () => ask(`GET /posts/${storedPost.sk}`)],
  ['GET /posts', () => ask('GET /posts')],
  ['POST /posts', () => ask('POST /posts', { body: { title: 'Hello' } })],
] as const;

const rows = [
  ...temporary.map(([what, error]) => [503, what, error, unavailable] as const),
  ...bugs.map(([what, error]) => [500, what, error, internal] as const),
];
/** Errors of JavaScript are logged without their message (test/functions/lambda/log.test.ts). */
const isOfJavaScript = ({ name }: Error) => /^(Type|Syntax)Error$/.test(name);

describe.each(requests)('%s', (_, run) => {
  test.each(rows)('answers %i to %s and says nothing of it, but logs it', async (__, ___, error, problem) => {
    table.onAnyCommand().rejects(error);
    expect(await run()).toEqual(problem);
    expect(table.sent()).toHaveLength(1);
    const { name, message, stack } = error;
    expect(table.logged()).toMatchObject([{ error: isOfJavaScript(error) ? { name } : { name, message, stack } }]);
  });
});

test('a malformed stored item is a 500, and does not leave the service', async () => {
  table.onAnyCommand().resolves({ Item: { ...storedPost, title: 7 } });
  expect(await ask(`GET /posts/${storedPost.sk}`)).toEqual(internal);
  expect(table.logged()[0].error.message).toBe('A stored item has no string "title".');
});
