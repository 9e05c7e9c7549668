import { DynamoDBServiceException } from '@aws-sdk/client-dynamodb';
import { handler as create } from '../../../functions/posts/create';
import { handler as get } from '../../../functions/posts/get';
import { handler as list } from '../../../functions/posts/list';
import { eventOf, invoke, problemOf, unavailable } from '../../support/event';
import { mockTable, post } from '../../support/table';

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

const passing = [
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

const ours = [
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
  ['GET /posts/{id}', () => invoke(get, eventOf(`GET /posts/${post.sk}`))],
  ['GET /posts', () => invoke(list, eventOf('GET /posts'))],
  ['POST /posts', () => invoke(create, eventOf('POST /posts', { body: { title: 'Hello' } }))],
] as const;

describe.each(requests)('%s', (_, run) => {
  test.each(passing)('answers 503 to %s', async (__, error) => {
    table.onAnyCommand().rejects(error);
    expect(await run()).toEqual(unavailable());
    expect(table.sent()).toHaveLength(1);
  });

  test.each(ours)('answers 500 to %s and says nothing of it', async (__, error) => {
    table.onAnyCommand().rejects(error);
    expect(await run()).toEqual(internal);
    expect(table.sent()).toHaveLength(1);
  });

  test.each([...passing, ...ours])('logs what %s was', async (__, error) => {
    table.onAnyCommand().rejects(error);
    await run();
    expect(table.logged().map((line) => line.error)).toMatchObject([
      // What an error of the language quotes is in test/functions/lambda/log.test.ts.
      {
        name: error.name,
        ...(!/^(Type|Syntax)Error$/.test(error.name) && { message: error.message, stack: error.stack }),
      },
    ]);
  });
});

test('a stored item that cannot be read is 500, and does not leave the service', async () => {
  table.onAnyCommand().resolves({ Item: { ...post, title: 7 } });
  expect(await invoke(get, eventOf(`GET /posts/${post.sk}`))).toEqual(internal);
  expect(table.logged()[0].error.message).toBe('A stored item has no string "title".');
});
