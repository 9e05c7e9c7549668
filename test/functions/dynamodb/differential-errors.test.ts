import { useClients } from '../../support/dynamodb/clients';

/*
 * Compares three clients after errors, lost replies and replies that are not JSON: the service's client on the SDK
 * (`ours`), the SDK's client with its defaults (`plain`), and the service's client as it is bundled (`lean`).
 */

const { clients, send, sendAll } = useClients({ hasTables: false });
const call = { command: 'GetCommand', input: { TableName: 'table', Key: { pk: 'POST', sk: '1' } } };

/** Returns the attempts that the service makes where the SDK makes `attempts`. Only the maximum differs: 3 and 4. */
const oursOf = (attempts: number) => (attempts === 4 ? 3 : attempts);

/** Expects the same outcome from all clients. The attempts must agree with `oursOf`. Returns the outcome of the SDK. */
const expectAlike = async (
  reply: Parameters<typeof sendAll>[1],
  pick = (outcome: Record<string, unknown>) => outcome,
) => {
  const [ours, plain, lean] = (await sendAll(call, reply)).map(({ outcome, asked }) => ({
    outcome: pick(outcome),
    asked: asked.length,
  }));
  const attempts = Number(plain?.outcome.attempts);
  expect(plain?.asked).toBe(attempts);
  const expected = { outcome: { ...plain?.outcome, attempts: oursOf(attempts) }, asked: oursOf(attempts) };
  expect([ours, lean]).toEqual([expected, expected]);
  return plain?.outcome;
};

const error = (name: string, rest = {}) => ({
  __type: `com.amazonaws.dynamodb.v20120810#${name}`,
  message: 'No.',
  ...rest,
});
const stored = { pk: { S: 'POST' }, n: { N: '1.5' }, list: { L: [{ BOOL: true }, { NULL: true }] } };
const CancellationReasons = [{ Code: 'None' }, { Code: 'X', Item: stored }];

test.each([
  [400, error('ConditionalCheckFailedException')],
  [400, error('ConditionalCheckFailedException', { Item: stored })],
  [400, error('IdempotentParameterMismatchException')],
  [400, error('ItemCollectionSizeLimitExceededException')],
  [400, error('ProvisionedThroughputExceededException')],
  [400, error('ReplicatedWriteConflictException')],
  [400, error('RequestLimitExceeded')],
  [400, error('ResourceNotFoundException')],
  [400, error('ThrottlingException')],
  [400, error('TransactionCanceledException', { CancellationReasons })],
  [400, error('TransactionConflictException')],
  [400, error('TransactionInProgressException')],
  [400, { __type: 'com.amazon.coral.validate#ValidationException', message: 'No.' }],
  [400, { __type: 'com.amazon.coral.service#AccessDeniedException', Message: 'No.' }],
  [400, { __type: 'com.amazon.coral.service#UnrecognizedClientException', message: 'No.' }],
  [400, { __type: 'com.amazon.coral.service#SerializationException' }],
  [400, { code: 'ThrottlingException', message: 'No.' }],
  [400, { message: 'No.' }],
  [413, error('RequestEntityTooLarge')],
  [500, error('InternalServerError')],
  [503, { __type: 'com.amazon.coral.availability#ServiceUnavailable', message: 'No.' }],
])('the error %i %j is thrown alike', async (status, body) => {
  await expectAlike({ status, body: JSON.stringify(body) });
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

test('a reply that is cut is tried again', async () => {
  const outcomes = await sendAll(call, 'cut');
  expect(outcomes.map(({ outcome }) => outcome.attempts)).toEqual([3, 4, 3]);
});

test('the pauses before a call is tried again are alike', async () => {
  jest.mocked(Math.random).mockReturnValue(0.999);
  const pauses = [];
  for (const client of clients) {
    client.recorder.setReply({ status: 500, body: JSON.stringify(error('InternalServerError')) });
    const timers = jest.spyOn(globalThis, 'setTimeout');
    await send(client, call);
    pauses.push(timers.mock.calls.flatMap(([, ms = 0]) => (ms > 0 && ms < 500 ? [ms] : [])));
    timers.mockRestore();
  }
  const two = [24, 49];
  expect(pauses).toEqual([two, [...two, 99], two]);
});
