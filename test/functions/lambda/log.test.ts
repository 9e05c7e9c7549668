import { PutCommand, QueryCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { respond } from '../../../functions/lambda/respond';
import { handler as fallback } from '../../../functions/site/fallback';
import { cancelled, conditionFailed } from '../../support/dynamodb/commands';
import { eventOf, invoke } from '../../support/event';
import { ask } from '../../support/resources';
import { mockTable, otherUser, storedPost, storedUser } from '../../support/table';

const table = mockTable();
const line = (route: string, status: number, rest = {}) => ({
  _aws: expect.anything(),
  route,
  status,
  ms: expect.any(Number),
  requests: 1,
  errors: status < 500 ? 0 : 1,
  coldStarts: expect.any(Number),
  readUnits: 0,
  writeUnits: 0,
  requestId: 'request-1',
  ...rest,
});
const fails = async (error: Error) => {
  table.on(QueryCommand).rejects(error);
  await ask('GET /posts');
  return table.logged()[0].error;
};

beforeEach(() => {
  table.on(QueryCommand).resolves({ Items: [] });
});

describe('the log', () => {
  test('has one line for a request that succeeded', async () => {
    table.on(QueryCommand).resolves({ Items: [], ConsumedCapacity: { CapacityUnits: 0.5 } });
    await ask('GET /posts');
    expect(table.logged()).toEqual([line('GET /posts', 200, { readUnits: 0.5 })]);
  });

  test('has one line for a request that was refused, with the code of its problem', async () => {
    await ask('GET /posts?x=1');
    expect(table.logged()).toEqual([line('GET /posts', 400, { code: 'invalid-query' })]);
  });

  test('has one line for a request that failed, with the error', async () => {
    const error = Object.assign(new Error('One or more values were invalid'), { name: 'ValidationException' });
    await fails(error);
    const { name, message, stack } = error;
    expect(table.logged()).toEqual([line('GET /posts', 500, { code: 'internal', error: { name, message, stack } })]);
  });

  test('names the route that ran, such as HEAD and the fallback', async () => {
    await ask('HEAD /posts');
    await invoke(fallback, { ...eventOf('GET /nowhere'), routeKey: '$default' });
    expect(table.logged()).toEqual([line('HEAD /posts', 200), line('$default', 404, { code: 'not-found' })]);
  });

  test('has milliseconds to a tenth', async () => {
    jest.spyOn(performance, 'now').mockReturnValueOnce(1000).mockReturnValueOnce(1012.3456);
    await ask('GET /posts');
    expect(table.logged()).toEqual([line('GET /posts', 200, { ms: 12.3 })]);
  });

  test('has the sum of the units that the calls of a request consumed', async () => {
    table
      .onAnyCommand()
      .resolvesOnce({ Item: storedUser, ConsumedCapacity: { CapacityUnits: 1 } })
      .resolves({ ConsumedCapacity: [{ CapacityUnits: 4 }, { CapacityUnits: 2 }] });
    await ask(`DELETE /api/v1/users/${storedUser.sk}`);
    expect(table.logged()).toEqual([line('DELETE /api/v1/users/{id}', 204, { readUnits: 1, writeUnits: 6 })]);
  });

  test('has the units of each of two requests at once', async () => {
    table.on(PutCommand).resolves({ ConsumedCapacity: { CapacityUnits: 1 } });
    const body = { title: 'Hello' };
    await Promise.all([ask('POST /posts', { body }), ask('POST /posts', { body })]);
    expect(table.logged()).toEqual(Array(2).fill(line('POST /posts', 201, { writeUnits: 1 })));
  });
});

describe('the log of an error of JavaScript', () => {
  test('has the place where it was thrown, and not the message, which may quote data', async () => {
    const logged = await fails(new SyntaxError('Unexpected token in "s3cret"'));
    expect(logged).toEqual({ name: 'SyntaxError', stack: expect.stringMatching(/^ +at .*log\.test\.ts/) });
  });

  test.each([SyntaxError, TypeError, RangeError, URIError])('has all frames and no other word: %p', async (Type) => {
    const error = new Type('s3cret');
    const frames = ['    at f (a.js:1:2)', '    at b.js:3:4'];
    error.stack = [`${Type.name}: s3cret`, 's3cret    at x:1:1', '    at s3cret:1:2 s3cret', ...frames].join('\n');
    expect(await fails(error)).toEqual({ name: Type.name, stack: frames.join('\n') });
  });

  test.each(['MyTypeError', 'TypeErrors'])('is another than that of a %s, which has its message', async (name) => {
    const message = 'The table is away';
    const error = Object.assign(new Error(message), { name, stack: undefined });
    expect(await fails(error)).toEqual({ name, message, stack: '' });
  });

  test('says that a thrown value is no Error, and does not quote the value', async () => {
    await invoke(
      respond(() => Promise.reject('s3cret')),
      eventOf('GET /posts'),
    );
    expect(table.logged()[0].error).toMatchObject({ name: 'Error', message: 'The thrown value is not an Error.' });
    expect(JSON.stringify(table.logged())).not.toContain('s3cret');
  });
});

test('the log says nothing of what a client sent, whether it was taken or not', async () => {
  table.on(TransactWriteCommand).resolvesOnce({}).rejects(cancelled('None', 'ConditionalCheckFailed'));
  table.on(UpdateCommand).rejects(conditionFailed(storedPost));
  const headers = { authorization: 'Bearer s3cret', 'if-match': '"s3cret"', prefer: 's3cret', cookie: 's3cret' };
  const user = { body: { name: 's3cret', email: 's3cret@example.com' }, headers };
  await ask('POST /api/v1/users', user);
  await ask('POST /api/v1/users', user);
  await ask('POST /api/v1/users', { ...user, body: { s3cret: 's3cret', email: 's3cret' } });
  await ask('POST /api/v1/users', { ...user, body: 's3cret' });
  await ask('GET /api/v1/users?email=s3cret&s3cret=s3cret', { headers });
  await ask(`PUT /posts/${storedPost.sk}`, { body: { title: 's3cret', userId: otherUser.sk }, headers });
  expect(table.logged().map(({ status }) => status)).toEqual([201, 409, 400, 400, 400, 412]);
  expect(JSON.stringify(table.logged())).not.toContain('s3cret');
});
