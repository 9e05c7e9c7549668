import { QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { buildResponse } from '../../../functions/http/response';
import { respond } from '../../../functions/lambda/respond';
import { handler as fallback } from '../../../functions/site/fallback';
import { eventOf, invoke } from '../../support/event';
import { ask } from '../../support/resources';
import { mockTable, storedUser } from '../../support/table';

const table = mockTable();
const line = (route: string, status: number, rest = {}) => ({
  route,
  status,
  ms: expect.any(Number),
  coldStart: expect.any(Number),
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

  test('names the route that ran, such as HEAD and the fallback', async () => {
    await ask('HEAD /posts');
    await invoke(fallback, { ...eventOf('GET /nowhere'), routeKey: '$default' });
    expect(table.logged()).toEqual([line('HEAD /posts', 200), line('$default', 404, { code: 'not-found' })]);
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
    table.on(TransactWriteCommand).resolves({ ConsumedCapacity: [{ CapacityUnits: 1 }] });
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

describe('a log line', () => {
  test('has the milliseconds of the request to a tenth', async () => {
    jest.spyOn(performance, 'now').mockReturnValueOnce(1000).mockReturnValueOnce(1012.3456);
    await ask('GET /posts');
    expect(table.logged()).toEqual([line('GET /posts', 200, { ms: 12.3 })]);
  });

  test('has the status and the code of a request that failed', async () => {
    await invoke(
      respond(() => Promise.reject(new Error('failed'))),
      eventOf('POST /posts'),
    );
    expect(table.logged()).toEqual([
      line('POST /posts', 500, { code: 'internal', error: expect.objectContaining({ message: 'failed' }) }),
    ]);
  });

  test('counts a cold start for the first request of an instance only', async () => {
    const handler = respond(async () => buildResponse(200, {}));
    await invoke(handler, eventOf('GET /posts'));
    await invoke(handler, eventOf('GET /posts'));
    expect(table.logged().map(({ coldStart }) => coldStart)).toEqual([1, 0]);
  });
});
