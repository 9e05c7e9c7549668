/**
 * @jest-environment-options {"customExportConditions": ["lean", "node", "node-addons"]}
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { handler as create } from '../../../functions/posts/create';
import { handler as get } from '../../../functions/posts/get';
import { handler as list } from '../../../functions/posts/list';
import { handler as remove } from '../../../functions/posts/remove';
import { handler as replace } from '../../../functions/posts/replace';
import { metered } from '../../../functions/table/client';
import { requestHandler } from '../../../functions/table/request-handler';
import { awakeMs, useAwakeTimers } from '../../support/awake';
import { dynamoDb } from '../../support/endpoint';
import { eventOf, invoke, unavailable } from '../../support/event';
import { post } from '../../support/table';

type Input = {
  Item?: object;
  Key?: object;
  ExpressionAttributeValues?: Record<string, object>;
  ClientRequestToken?: string;
};
type Reply = { status: number; body: object | string; headers?: Record<string, string> } | 'lost' | 'never' | 'begun';

/** A DynamoDB that answers as each test says; the client in front of it is the real one. */
let answer: (operation: string, input: Input, attempt: number) => Reply;
const asked: { operation: string; input: Input }[] = [];
let headers: object = {};
const server = createServer(async (request, response) => {
  const input: Input = JSON.parse(Buffer.concat(await request.toArray()).toString());
  const operation = String(request.headers['x-amz-target']).replace('DynamoDB_20120810.', '');
  asked.push({ operation, input });
  headers = request.headers;
  const reply = answer(operation, input, asked.length);
  if (reply === 'lost') response.socket?.destroy();
  else if (reply === 'begun') response.writeHead(200, dynamoDb).write('{');
  else if (reply !== 'never')
    response
      .writeHead(reply.status, reply.headers ?? dynamoDb)
      .end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body));
});

const ok = (body = {}): Reply => ({ status: 200, body: { ConsumedCapacity: { CapacityUnits: 1 }, ...body } });
const error = (name: string, status = 400, rest = {}): Reply => ({
  status,
  body: { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: 'secret', ...rest },
});
const conditionFailed = (Item?: object) => error('ConditionalCheckFailedException', 400, { Item });
const stored = Object.fromEntries(Object.entries(post).map(([name, S]) => [name, { S }]));

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${port}`,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked.length = 0;
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  // The SDK pauses between attempts for a random part of some time: no part of it.
  jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => jest.restoreAllMocks());

const read = (leftMs?: number) => invoke(get, eventOf(`GET /posts/${post.sk}`), leftMs);

useAwakeTimers();

describe('the client', () => {
  test('tries three times in all when the table throttles, and answers 503', async () => {
    answer = () => error('ThrottlingException');
    expect(await read()).toEqual(unavailable());
    expect(asked).toHaveLength(3);
  });

  test('tries again after a fault of the table', async () => {
    answer = (_, __, attempt) => (attempt < 3 ? error('InternalServerError', 500) : ok({ Item: stored }));
    expect((await read()).status).toBe(200);
    expect(asked).toHaveLength(3);
  });

  test.each([
    ['a page of HTML', '<html>'],
    ['half of an answer', '{"ConsumedCapacity":{"Ca'],
    ['nothing', ''],
    ['another JSON', '{"message":"Bad Gateway"}'],
  ])('takes %s for no answer, and tries again', async (_, body) => {
    for (const status of [200, 502]) {
      asked.length = 0;
      answer = (_, __, attempt) => (attempt < 3 ? { status, body, headers: {} } : ok({ Item: stored }));
      expect((await read()).status).toBe(200);
      asked.length = 0;
      answer = () => ({ status, body, headers: {} });
      expect(await read()).toEqual(unavailable());
      expect(asked).toHaveLength(3);
    }
  });

  test('sends what DynamoDB needs, and nothing of us', async () => {
    answer = () => ok({ Item: stored });
    process.env.AWS_SESSION_TOKEN = 'token';
    await read();
    delete process.env.AWS_SESSION_TOKEN;
    expect(headers).toEqual({
      authorization: expect.stringMatching(/^AWS4-HMAC-SHA256 Credential=test\//),
      connection: 'keep-alive',
      'content-length': expect.stringMatching(/^\d+$/),
      'content-type': 'application/x-amz-json-1.0',
      host: new URL(process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '').host,
      'x-amz-date': expect.stringMatching(/^\d{8}T\d{6}Z$/),
      'x-amz-security-token': 'token',
      'x-amz-target': 'DynamoDB_20120810.GetItem',
    });
  });

  test('finds DynamoDB where its endpoint is', async () => {
    const handle = jest.spyOn(requestHandler, 'handle').mockRejectedValue(new Error('none of that'));
    jest.spyOn(Date, 'now').mockReturnValue(Date.now());
    const { AWS_ENDPOINT_URL_DYNAMODB: before } = process.env;
    process.env.AWS_ENDPOINT_URL_DYNAMODB = 'https://dynamodb.cn-north-1.amazonaws.com.cn';
    await read();
    process.env.AWS_ENDPOINT_URL_DYNAMODB = before;
    const host = 'dynamodb.cn-north-1.amazonaws.com.cn';
    const headers = expect.objectContaining({ host });
    expect(handle.mock.calls).toEqual([[expect.objectContaining({ protocol: 'https:', hostname: host, headers })]]);
  });

  test('keeps a number that is none of ours from a list, and from the log', async () => {
    answer = () =>
      ok({ Items: [{ ...stored, title: { N: '1e200' } }, stored], Item: { ...stored, title: { N: '1e200' } } });
    const { status, body } = await invoke(list, eventOf('GET /posts'));
    expect([status, body.map(({ id }: { id: string }) => id)]).toEqual([200, [post.sk]]);
    expect((await read()).status).toBe(500);
    const said = jest.mocked(process.stdout.write).mock.calls.join('');
    expect(said).toContain('skipped a malformed item');
    expect(said).not.toMatch(/1e\+?200/);
  });

  test('says in the log that an answer was none', async () => {
    answer = () => ({ status: 200, body: {}, headers: {} });
    await read();
    const line = expect.stringContaining('"message":"The reply is not one of DynamoDB');
    expect(process.stdout.write).toHaveBeenCalledWith(line);
  });

  test.each([
    ['to begin', (): Reply => 'never'],
    ['to end', (): Reply => 'begun'],
    ['after a pause', (): Reply => error('ThrottlingException')],
  ])('does not wait for an answer %s longer than Lambda waits for us', async (_, reply) => {
    jest.spyOn(Math, 'random').mockReturnValue(0.999);
    answer = reply;
    const startedMs = awakeMs();
    expect(await read(500)).toEqual(unavailable());
    expect(awakeMs() - startedMs).toBeLessThan(450);
  });

  test('gives an answer a second, and then tries again', async () => {
    answer = (_, __, attempt) => (attempt < 2 ? 'never' : ok({ Item: stored }));
    expect((await read()).status).toBe(200);
    expect(asked).toHaveLength(2);
  });

  test('sends nothing when no time is left', async () => {
    answer = () => ok({ Item: stored });
    expect(await read(300)).toEqual(unavailable());
    expect(asked).toHaveLength(0);
  });

  test('counts nothing where no request is served', async () => {
    const output = { ConsumedCapacity: { CapacityUnits: 1 } };
    expect(await metered('readUnits', Promise.resolve(output))).toBe(output);
  });

  test('knows a creation again whose answer was lost', async () => {
    answer = (_, { Item }, attempt) => (attempt === 1 ? 'lost' : conditionFailed(Item));
    const { status, headers } = await invoke(create, eventOf('POST /posts', { body: { title: 'Hello' } }));
    const [first, second] = asked;
    expect([status, second?.input]).toEqual([201, first?.input]);
    expect(headers?.etag).toBe(`"${JSON.parse(JSON.stringify(first?.input.Item)).rev.S}"`);
  });

  test('knows a change again whose answer was lost', async () => {
    answer = (_, { ExpressionAttributeValues: values }, attempt) =>
      attempt === 1 ? 'lost' : conditionFailed({ ...stored, title: { S: 'New' }, rev: values?.[':rev'] });
    const body = { title: 'New', content: 'World', userId: post.userId };
    const { status, body: seen } = await invoke(replace, eventOf(`PUT /posts/${post.sk}`, { body }));
    expect([status, seen.title]).toEqual([200, 'New']);
    expect(asked).toHaveLength(2);
  });

  test('is in doubt when a change was tried twice and the post is another', async () => {
    const newer = { ...stored, updatedAt: { S: '2999-01-01T00:00:00.000Z' } };
    answer = (_, __, attempt) => (attempt === 1 ? 'lost' : conditionFailed(newer));
    const body = { title: 'New', userId: post.userId };
    expect(await invoke(replace, eventOf(`PUT /posts/${post.sk}`, { body }))).toEqual(unavailable());
    expect(asked).toHaveLength(2);
  });

  test('repeats a transaction under the same token', async () => {
    answer = (operation, _, attempt) => {
      if (operation === 'GetItem') return ok({ Item: stored });
      return attempt === 2 ? 'lost' : ok();
    };
    expect((await invoke(remove, eventOf(`DELETE /posts/${post.sk}`))).status).toBe(204);
    const [, first, second] = asked;
    expect(first?.input.ClientRequestToken).toMatch(/^[\da-f-]{36}$/);
    expect(second?.input).toEqual(first?.input);
  });
});
