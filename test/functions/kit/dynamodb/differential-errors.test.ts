import { errorReply as error, type FakeReply } from '../../../support/fake-server';
import { useClients } from './clients';

/*
 * Compares three clients after errors, lost replies and replies that are not JSON: the service's client on the SDK
 * (`ours`), the SDK's client with its defaults (`plain`), and the service's client on the stand-in (`lean`).
 */

const { sendAll, TableName } = useClients();
const getAll = (reply: FakeReply) => sendAll('GetCommand', { TableName, Key: { pk: 'THING', sk: '1' } }, reply);

/** Returns the attempts that the service makes where the SDK makes `attempts`. Only the maximum differs: 3 and 4. */
const oursOf = (attempts: number) => (attempts === 4 ? 3 : attempts);

/** Expects the same outcome from all clients. The attempts must agree with `oursOf`. Returns the outcome of the SDK. */
const expectAlike = async (reply: FakeReply, pick = (outcome: Record<string, unknown>) => outcome) => {
  const sent = await getAll(reply);
  const [ours, plain, lean] = sent.map(({ outcome, asked }) => ({ outcome: pick(outcome), asked: asked.length }));
  const attempts = Number(plain?.outcome.attempts);
  expect(plain?.asked).toBe(attempts);
  const expected = { outcome: { ...plain?.outcome, attempts: oursOf(attempts) }, asked: oursOf(attempts) };
  expect([ours, lean]).toEqual([expected, expected]);
  return plain?.outcome;
};

const stored = { pk: { S: 'THING' }, n: { N: '1.5' }, list: { L: [{ BOOL: true }, { NULL: true }] } };
const CancellationReasons = [{ Code: 'None' }, { Code: 'X', Item: stored }];

test.each([
  error('ConditionalCheckFailedException'),
  error('ConditionalCheckFailedException', 400, { Item: stored }),
  error('IdempotentParameterMismatchException'),
  error('ItemCollectionSizeLimitExceededException'),
  error('ProvisionedThroughputExceededException'),
  error('ReplicatedWriteConflictException'),
  error('RequestLimitExceeded'),
  error('ResourceNotFoundException'),
  error('ThrottlingException'),
  error('TransactionCanceledException', 400, { CancellationReasons }),
  error('TransactionConflictException'),
  error('TransactionInProgressException'),
  { status: 400, body: { __type: 'com.amazon.coral.validate#ValidationException', message: 'No.' } },
  { status: 400, body: { __type: 'com.amazon.coral.service#AccessDeniedException', Message: 'No.' } },
  { status: 400, body: { __type: 'com.amazon.coral.service#UnrecognizedClientException', message: 'No.' } },
  { status: 400, body: { __type: 'com.amazon.coral.service#SerializationException' } },
  { status: 400, body: { code: 'ThrottlingException', message: 'No.' } },
  { status: 400, body: { message: 'No.' } },
  error('RequestEntityTooLarge', 413),
  error('InternalServerError', 500),
  { status: 503, body: { __type: 'com.amazon.coral.availability#ServiceUnavailable', message: 'No.' } },
])('the error %j is thrown alike', async (reply) => {
  await expectAlike(reply);
});

test('an error whose name is in a header is thrown alike', async () => {
  const headers = { 'x-amzn-errortype': 'ThrottlingException:http://internal.amazon.com/coral/' };
  const plain = await expectAlike({ status: 400, body: '{"message":"No."}', headers });
  expect(plain).toMatchObject({ name: 'ThrottlingException', attempts: 4 });
});

test.each([
  ['a success that is no JSON', 1, { status: 200, body: '{oops}' }],
  ['an error that is no JSON', 4, { status: 503, body: '{oops}' }],
  ['a connection that is reset', 4, 'reset' as const],
])('%s is tried equally often', async (_, attempts, reply) => {
  const plain = await expectAlike(reply, ({ name, status, attempts }) => ({ name, status, attempts }));
  expect(plain?.attempts).toBe(attempts);
});

test('the pauses before the next try are alike', async () => {
  jest.mocked(Math.random).mockReturnValue(0.999);
  const timers = jest.spyOn(globalThis, 'setTimeout');
  await getAll(error('InternalServerError', 500));
  const pauses = timers.mock.calls.flatMap(([, ms = 0]) => (ms > 0 && ms < 500 ? [ms] : []));
  const twoPauses = [24, 49];
  // In order: our client, the SDK's, the stand-in.
  expect(pauses).toEqual([...twoPauses, ...twoPauses, 99, ...twoPauses]);
});
