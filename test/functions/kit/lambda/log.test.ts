import { GetCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { buildResponse } from '../../../../functions/kit/http/response';
import { respond } from '../../../../functions/kit/lambda/respond';
import { eventOf, invoke } from '../../../support/unit/event';
import { mockTable } from '../../../support/unit/table';
import { askThings, path, storedThing } from '../things';

const table = mockTable();

test('a request has one log line, with the capacity units that its calls consumed', async () => {
  table.on(QueryCommand).resolves({ Items: [], ConsumedCapacity: { CapacityUnits: 0.5 } });
  jest.spyOn(performance, 'now').mockReturnValueOnce(1000).mockReturnValueOnce(1012.3456);
  await askThings('HEAD /things');
  const line = {
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    level: 'INFO',
    route: 'HEAD /things',
    status: 200,
    ms: 12.3,
    coldStart: expect.any(Number),
    initMs: expect.any(Number),
    readUnits: 0.5,
    writeUnits: 0,
  };
  expect(table.logged()).toEqual([{ ...line, requestId: 'request-1' }]);
});

test('a refused request has one log line, with the code of its problem', async () => {
  await askThings('GET /things?x=1');
  expect(table.logged()).toEqual([expect.objectContaining({ status: 400, code: 'invalid-query' })]);
  expect(table.logged()[0]).not.toHaveProperty('error');
});

test.each([
  [404, 'INFO'],
  [500, 'ERROR'],
  [503, 'WARN'],
])('the log line of a response with %i has the level %s', async (status, level) => {
  await invoke(
    respond(async () => buildResponse(status, {})),
    eventOf('GET /things'),
  );
  expect(table.logged()).toMatchObject([{ status, level }]);
});

test('the first request of an instance counts as a cold start, with the time of the start, and no other', async () => {
  const handler = respond(async () => buildResponse(200, {}));
  jest.spyOn(performance, 'now').mockReturnValue(87.4);
  await handler.warmUp(eventOf('GET /things'));
  handler.endStart();
  table.forget();
  jest.mocked(performance.now).mockReturnValue(1000);
  await invoke(handler, eventOf('GET /things'));
  await invoke(handler, eventOf('GET /things'));
  const starts = table.logged().map(({ coldStart, initMs }) => ({ coldStart, initMs }));
  expect(starts).toEqual([{ coldStart: 1, initMs: 87 }, { coldStart: 0 }]);
});

describe('the log of an error of JavaScript', () => {
  const logged = async (error: Error) => {
    table.on(QueryCommand).rejects(error);
    await askThings('GET /things');
    return table.logged()[0].error;
  };

  // The message may quote data.
  test.each([SyntaxError, TypeError, RangeError, URIError])('has all frames and no other word: %p', async (Type) => {
    const error = new Type('s3cret');
    const frames = ['    at f (a.js:1:2)', '    at b.js:3:4'];
    error.stack = [`${Type.name}: s3cret`, 's3cret    at x:1:1', '    at s3cret:1:2 s3cret', ...frames].join('\n');
    expect(await logged(error)).toEqual({ name: Type.name, stack: frames.join('\n') });
  });

  test.each(['MyTypeError', 'TypeErrors'])('has no message, but that of a %s has one', async (name) => {
    const message = 'The table is away';
    const error = Object.assign(new Error(message), { name, stack: undefined });
    expect(await logged(error)).toEqual({ name, message, stack: '' });
  });
});

test('the log of a thrown value that is no Error says so, and does not quote the value', async () => {
  await invoke(
    respond(() => Promise.reject('s3cret')),
    eventOf('GET /things'),
  );
  expect(table.logged()[0].error).toMatchObject({ name: 'Error', message: 'The thrown value is not an Error.' });
  expect(JSON.stringify(table.logged())).not.toContain('s3cret');
});

describe('the log of a stage with authentication', () => {
  const claims = { iss: 'https://login.example/', sub: 'ada-the-subject', client_id: 'the-client' };
  const callerHash = expect.stringMatching(/^[\w-]{22}$/);
  const logged = async (line: string, parts = {}) => {
    table.on(TransactWriteCommand).resolves({});
    table.on(GetCommand).resolves({ Item: storedThing });
    await askThings(line, { claims, ...parts });
    const [{ caller, target }] = table.logged();
    return { caller, target };
  };

  test.each([
    ['', {}],
    [', also when the client sends a host that is none', { host: 'a b' }],
  ])('names the caller by a hash, and the new resource%s', async (_, headers) => {
    const target = expect.stringMatching(/^\/things\/[\da-f-]{36}$/);
    const body = { serial: 7 };
    expect(await logged('POST /things', { body, headers })).toEqual({ caller: callerHash, target });
    expect(JSON.stringify(table.logged())).not.toMatch(/subject|login|client/);
  });

  test('names the person, and no claim, where a claim names the owner', async () => {
    const tenant = { ...claims, 'custom:tenant': 'acme-the-tenant' };
    const before = await logged(`GET ${path}`);
    jest.replaceProperty(process, 'env', { ...process.env, OWNERSHIP: 'true', OWNER_CLAIM: 'custom:tenant' });
    table.forget();
    expect(await logged(`GET ${path}`, { claims: tenant })).toEqual(before);
    expect(JSON.stringify(table.logged())).not.toContain('tenant');
  });

  test.each([
    ['the resource of a refused write', `PATCH /things/${storedThing.sk.toUpperCase()}`, path],
    ['no id of another form', 'DELETE /things/ann@example.com', undefined],
    ['no target of a read', `GET ${path}`, undefined],
    ['no target of a HEAD', `HEAD ${path}`, undefined],
  ])('names %s', async (_, line, target) => {
    expect(await logged(line, { body: { seriel: 7 } })).toEqual({ caller: callerHash, target });
  });

  test.each([
    ['PATCH', undefined],
    ['GET', { iss: claims.iss }],
  ])('names nobody for a %s with the claims %j', async (method, none) => {
    const nobody = { caller: undefined, target: undefined };
    expect(await logged(`${method} ${path}`, { claims: none, body: {} })).toEqual(nobody);
  });
});
