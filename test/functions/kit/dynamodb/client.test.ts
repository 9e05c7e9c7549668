/**
 * @jest-environment-options {"customExportConditions": ["lean", "node", "node-addons"]}
 */
import { marshall } from '@aws-sdk/util-dynamodb';
import { metered } from '../../../../functions/kit/dynamodb/client';
import { requestHandler } from '../../../../functions/kit/dynamodb/send';
import { useEndpoint } from '../../../support/dynamodb/endpoint';
import { errorReply, type FakeReply, startFakeServer } from '../../../support/fake-server';
import { unavailable } from '../../../support/responses';
import { awakeMs, expectWithin, useAwakeTimers } from '../../../support/time';
import { askThings, path, storedThing } from '../things';

const { logged } = useEndpoint();
let dynamoDb: Awaited<ReturnType<typeof startFakeServer>>;
const proxyPage = { status: 400, body: '<html>', headers: { 'content-type': 'text/html' } };
const ok = (body = {}) => ({ status: 200, body: { ConsumedCapacity: { CapacityUnits: 1 }, ...body } });
const storedAttributes = marshall(storedThing);
const inPlainJson = { headers: { 'content-type': 'application/json' } };
const read = (leftMs?: number) => askThings(`GET ${path}`, { leftMs });

useAwakeTimers();
beforeEach(async () => {
  dynamoDb = await startFakeServer();
  process.env.AWS_ENDPOINT_URL_DYNAMODB = dynamoDb.url;
  // Ends the pauses between attempts at once, because each is a random part of a limit.
  jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => dynamoDb.close());

describe('the client', () => {
  test.each<[string, FakeReply]>([
    ['a throttled call', errorReply('ThrottlingException')],
    ['an error of DynamoDB', errorReply('InternalServerError', 500)],
    ['a page of a proxy', proxyPage],
    ['a page of the type of DynamoDB', { status: 400, body: '<html>' }],
    ['half of a reply', { status: 200, body: '{"ConsumedCapacity":{"Ca' }],
    ['a success in plain JSON', { ...ok(), ...inPlainJson }],
    ['a success without a type', { ...ok(), headers: { 'content-type': '' } }],
    ['an empty success', { status: 200, body: '' }],
    ['a success without the capacity that was asked for', { status: 200, body: { message: null } }],
  ])('takes %s for no answer, and tries again', async (_, failure) => {
    dynamoDb.setReply((attempt) => (attempt < 3 ? failure : ok({ Item: storedAttributes })));
    expect((await read()).status).toBe(200);
    expect(dynamoDb.requests).toHaveLength(3);
    dynamoDb.setReply(() => failure);
    expect(await read()).toEqual(unavailable);
    expect(dynamoDb.requests).toHaveLength(3 + 3);
  });

  test('logs the status and the type of a page of a proxy', async () => {
    dynamoDb.setReply(() => proxyPage);
    await read();
    expect(JSON.parse(logged()).error.message).toBe('The reply is not one of DynamoDB: status 400, type "text/html"');
  });

  test('takes a refusal in plain JSON for an answer', async () => {
    dynamoDb.setReply(() => ({ ...errorReply('ResourceNotFoundException'), ...inPlainJson }));
    expect((await read()).status).toBe(500);
    expect(dynamoDb.requests).toHaveLength(1);
  });

  test('calls the endpoint of the environment', async () => {
    const handle = jest.spyOn(requestHandler, 'handle').mockRejectedValue(new Error('not sent'));
    const host = 'dynamodb.cn-north-1.amazonaws.com.cn';
    jest.replaceProperty(process, 'env', { ...process.env, AWS_ENDPOINT_URL_DYNAMODB: `https://${host}` });
    await read();
    const headers = expect.objectContaining({ host });
    expect(handle.mock.calls).toEqual([[expect.objectContaining({ protocol: 'https:', hostname: host, headers })]]);
  });

  test('keeps a number that JavaScript cannot hold out of lists and of the log', async () => {
    const malformed = { ...storedAttributes, updatedAt: { N: '1e200' } };
    dynamoDb.setReply(() => ok({ Items: [malformed, storedAttributes], Item: malformed }));
    const { status, body } = await askThings('GET /things');
    expect([status, body.map(({ id }: { id: string }) => id)]).toEqual([200, [storedThing.sk]]);
    expect((await read()).status).toBe(500);
    expect(logged()).toContain('skipped a malformed item');
    expect(logged()).not.toMatch(/1e\+?200/);
  });

  test('does not wait for a reply beyond the time that Lambda leaves', async () => {
    dynamoDb.setReply(() => 'never');
    const startedMs = awakeMs();
    expect(await read(500)).toEqual(unavailable);
    expectWithin(450, awakeMs() - startedMs);
  });

  test('waits a second for a reply, and then tries again', async () => {
    dynamoDb.setReply((attempt) => {
      if (attempt === 2) return ok({ Item: storedAttributes });
      jest.advanceTimersByTime(1000);
      return 'never';
    });
    expect((await read()).status).toBe(200);
    expect(dynamoDb.requests).toHaveLength(2);
  });

  test('retries on and on while the retries succeed', async () => {
    const failure = errorReply('InternalServerError', 500);
    dynamoDb.setReply((attempt) => (attempt % 2 === 1 ? failure : ok({ Item: storedAttributes })));
    // The retries of an instance cost 14 of 500 tokens each. Successes give them back.
    for (let request = 0; request < 36; request++) expect((await read()).status).toBe(200);
  });

  test('sends nothing when no time is left, not even on an open connection', async () => {
    dynamoDb.setReply(() => ok({ Item: storedAttributes }));
    await read();
    expect(await read(300)).toEqual(unavailable);
    await read();
    expect(dynamoDb.requests).toHaveLength(2);
  });

  test('counts no units outside a request', async () => {
    const output = { ConsumedCapacity: { CapacityUnits: 1 } };
    expect(await metered('readUnits', Promise.resolve(output))).toBe(output);
  });
});
