import { PutCommand, QueryCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { reply } from '../../../functions/http/response';
import { respond } from '../../../functions/lambda/respond';
import { handler as create } from '../../../functions/posts/create';
import { handler as list } from '../../../functions/posts/list';
import { handler as replace } from '../../../functions/posts/replace';
import { handler as fallback } from '../../../functions/site/fallback';
import { handler as createUser } from '../../../functions/users/create';
import { handler as listUsers } from '../../../functions/users/list';
import { handler as removeUser } from '../../../functions/users/remove';
import { emfFaults } from '../../support/emf';
import { eventOf, invoke } from '../../support/event';
import { ann, bob, cancelled, conditionFailed, mockTable, post } from '../../support/table';

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

describe('the log', () => {
  test('has one line for a request that succeeded', async () => {
    table.on(QueryCommand).resolves({ Items: [], ConsumedCapacity: { CapacityUnits: 0.5 } });
    await invoke(list, eventOf('GET /posts'));
    expect(table.logged()).toEqual([line('GET /posts', 200, { readUnits: 0.5 })]);
  });

  test('has one line for a request that was refused, with the code of its problem', async () => {
    await invoke(list, eventOf('GET /posts', { query: 'x=1' }));
    expect(table.logged()).toEqual([line('GET /posts', 400, { code: 'invalid-query' })]);
  });

  test('has one line for a request that failed, with the error', async () => {
    const error = Object.assign(new Error('One or more parameter values were invalid'), {
      name: 'ValidationException',
    });
    table.on(QueryCommand).rejects(error);
    await invoke(list, eventOf('GET /posts'));
    const { name, message, stack } = error;
    expect(table.logged()).toEqual([line('GET /posts', 500, { code: 'internal', error: { name, message, stack } })]);
  });

  test('says of an error of the language where it was thrown, not what it quotes', async () => {
    const error = new SyntaxError('Unexpected token in "s3cret"');
    table.on(QueryCommand).rejects(error);
    await invoke(list, eventOf('GET /posts'));
    const [{ error: logged }] = table.logged();
    expect(logged).toEqual({ name: 'SyntaxError', stack: expect.stringMatching(/^ +at .*log\.test\.ts/) });
  });

  test.each([
    [new SyntaxError('s3cret'), 'SyntaxError'],
    [new TypeError('s3cret'), 'TypeError'],
    [new RangeError('s3cret'), 'RangeError'],
    [new URIError('s3cret'), 'URIError'],
  ])('has all frames of a %s and no word beside them', async (error, name) => {
    const lines = ['    at f (a.js:1:2)', '    at b.js:3:4'];
    error.stack = [`${name}: s3cret`, 's3cret    at x:1:1', '    at s3cret:1:2 s3cret', ...lines].join('\n');
    table.on(QueryCommand).rejects(error);
    await invoke(list, eventOf('GET /posts'));
    expect(table.logged()[0].error).toEqual({ name, stack: lines.join('\n') });
  });

  test('has the message of what only sounds like an error of the language', async () => {
    for (const name of ['MyTypeError', 'TypeErrors']) {
      table.forget();
      table.on(QueryCommand).rejects(Object.assign(new Error('The table is away'), { name, stack: undefined }));
      await invoke(list, eventOf('GET /posts'));
      expect(table.logged()[0].error).toEqual({ name, message: 'The table is away', stack: '' });
    }
  });

  test('says so where what was thrown is no error, and nothing of it', async () => {
    const handler = respond(() => Promise.reject('s3cret'));
    await invoke(handler, eventOf('GET /posts'));
    expect(table.logged()[0].error).toMatchObject({ name: 'Error', message: 'What was thrown is no error.' });
    expect(JSON.stringify(table.logged())).not.toContain('s3cret');
  });

  test('is metrics, too, by route, in the namespace of its stack; what is 0 is left out', async () => {
    process.env.METRICS_NAMESPACE = 'UsersAndPosts-test';
    jest.spyOn(performance, 'now').mockReturnValueOnce(1000).mockReturnValueOnce(1012);
    table.on(QueryCommand).resolves({ Items: [], ConsumedCapacity: { CapacityUnits: 0.5 } });
    await invoke(list, eventOf('GET /posts'));
    delete process.env.METRICS_NAMESPACE;
    const [logged] = table.logged();
    expect(emfFaults(logged)).toEqual([]);
    expect(logged._aws.CloudWatchMetrics).toEqual([
      {
        Namespace: 'UsersAndPosts-test',
        Dimensions: [['route']],
        Metrics: [
          { Name: 'requests', Unit: 'Count' },
          { Name: 'ms', Unit: 'Milliseconds' },
          { Name: 'readUnits', Unit: 'Count' },
        ],
      },
    ]);
  });

  test('counts an error, a cold start and what is written, too', async () => {
    const handler = respond(async () => {
      throw new Error('none of the client');
    });
    await invoke(handler, eventOf('POST /posts'));
    table.on(PutCommand).resolves({ ConsumedCapacity: { CapacityUnits: 1 } });
    await invoke(create, eventOf('POST /posts', { body: { title: 'Hello' } }));
    const [failed, written] = table
      .logged()
      .map((logged) => logged._aws.CloudWatchMetrics[0].Metrics.map(({ Name }: { Name: string }) => Name));
    expect(failed).toEqual(expect.arrayContaining(['requests', 'errors', 'coldStarts']));
    expect(written).toEqual(expect.arrayContaining(['requests', 'writeUnits']));
  });

  test('tells the first request of an instance from all others', async () => {
    const handler = respond(async () => reply(200, {}));
    await invoke(handler, eventOf('GET /posts'));
    await invoke(handler, eventOf('GET /posts'));
    expect(table.logged().map(({ coldStarts }) => coldStarts)).toEqual([1, 0]);
  });

  test('names the route that ran, HEAD and the fallback among them', async () => {
    table.on(QueryCommand).resolves({ Items: [] });
    await invoke(list, eventOf('HEAD /posts'));
    await invoke(fallback, { ...eventOf('GET /nowhere'), routeKey: '$default' });
    expect(table.logged()).toEqual([line('HEAD /posts', 200), line('$default', 404, { code: 'not-found' })]);
  });

  test('measures milliseconds, to a tenth', async () => {
    jest.spyOn(performance, 'now').mockReturnValueOnce(1000).mockReturnValueOnce(1012.3456);
    table.on(QueryCommand).resolves({ Items: [] });
    await invoke(list, eventOf('GET /posts'));
    expect(table.logged()).toEqual([line('GET /posts', 200, { ms: 12.3 })]);
  });

  test('sums what the parts of a request consumed', async () => {
    table
      .onAnyCommand()
      .resolvesOnce({ Item: ann, ConsumedCapacity: { CapacityUnits: 1 } })
      .resolves({ ConsumedCapacity: [{ CapacityUnits: 4 }, { CapacityUnits: 2 }] });
    await invoke(removeUser, eventOf(`DELETE /api/v1/users/${ann.sk}`));
    expect(table.logged()).toEqual([line('DELETE /api/v1/users/{id}', 204, { readUnits: 1, writeUnits: 6 })]);
  });

  test('counts each request for itself', async () => {
    table.on(PutCommand).resolves({ ConsumedCapacity: { CapacityUnits: 1 } });
    const event = eventOf('POST /posts', { body: { title: 'Hello' } });
    await Promise.all([invoke(create, event), invoke(create, event)]);
    expect(table.logged()).toEqual(Array(2).fill(line('POST /posts', 201, { writeUnits: 1 })));
  });

  test('says nothing of what a client sent, whether it was taken or not', async () => {
    table.on(QueryCommand).resolves({ Items: [] });
    table.on(TransactWriteCommand).resolvesOnce({}).rejects(cancelled('None', 'ConditionalCheckFailed'));
    table.on(UpdateCommand).rejects(conditionFailed(post));
    const headers = { authorization: 'Bearer s3cret', 'if-match': '"s3cret"', prefer: 's3cret', cookie: 's3cret' };
    const user = { body: { name: 's3cret', email: 's3cret@example.com' }, headers };
    const replacement = { body: { title: 's3cret', userId: bob.sk }, headers };
    await invoke(createUser, eventOf('POST /api/v1/users', user));
    await invoke(createUser, eventOf('POST /api/v1/users', user));
    await invoke(createUser, eventOf('POST /api/v1/users', { ...user, body: { s3cret: 's3cret', email: 's3cret' } }));
    await invoke(createUser, eventOf('POST /api/v1/users', { ...user, body: 's3cret' }));
    await invoke(listUsers, eventOf('GET /api/v1/users', { query: 'email=s3cret&s3cret=s3cret', headers }));
    await invoke(replace, eventOf(`PUT /posts/${post.sk}`, replacement));
    expect(table.logged().map(({ status }) => status)).toEqual([201, 409, 400, 400, 400, 412]);
    expect(JSON.stringify(table.logged())).not.toContain('s3cret');
  });
});
