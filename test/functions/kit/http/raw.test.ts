import { variableOf } from '../../../../functions/kit/http/variable';
import { handleRaw } from '../../../../functions/kit/lambda/handle';
import { Problem } from '../../../../functions/kit/rules/problem';
import { eventOf, invoke, respondTo } from '../../../support/unit/event';
import { mockTable } from '../../../support/unit/table';

const table = mockTable();

const receive = {
  routeKey: 'POST /hooks/{sender}',
  isRaw: true,
  headers: ['X-Signature'],
  environment: ['SECRET'],
} as const;
const event = { ...eventOf('POST /hooks/shop'), routeKey: receive.routeKey, pathParameters: { sender: 'shop' } };

describe('handleRaw', () => {
  const echo = handleRaw(receive, async ({ body, headers, parameters, rawQuery }) => ({
    status: 202,
    headers: { 'content-type': 'text/plain' },
    body: [body.toString('hex'), headers['X-Signature'], parameters.sender, rawQuery].join(' '),
  }));

  test.each([
    ['a text', { body: '{"a": "é"}', isBase64Encoded: false }, '7b2261223a2022c3a9227d'],
    ['bytes', { body: '/wA=', isBase64Encoded: true }, 'ff00'],
    ['nothing', { body: undefined, isBase64Encoded: false }, ''],
  ])('hands over the bytes of %s, the declared headers, the path and the query', async (_, sent, bytes) => {
    const headers = { 'x-signature': 's1', cookie: 'c' };
    expect(await invoke(echo, { ...event, ...sent, headers, rawQueryString: 'a=b&a=%20' })).toMatchObject({
      status: 202,
      headers: { 'content-type': 'text/plain', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
      body: `${bytes} s1 shop a=b&a=%20`,
    });
  });

  test('answers with bytes as base64, and with a problem as every route does', async () => {
    const bytes = handleRaw(receive, async () => ({ status: 200, body: new Uint8Array([255, 0]) }));
    expect(await respondTo(bytes, event)).toMatchObject({ statusCode: 200, body: '/wA=', isBase64Encoded: true });
    const refuse = handleRaw(receive, async () => {
      throw new Problem(401, 'wrong-signature', 'The signature is wrong.');
    });
    expect(await invoke(refuse, event)).toMatchObject({ status: 401, body: { code: 'wrong-signature' } });
  });

  test('answers 413 to more than 256 KiB, and never logs the query of an address', async () => {
    const large = { ...event, body: Buffer.alloc(256 * 1024 + 1).toString('base64'), isBase64Encoded: true };
    expect(await invoke(echo, large)).toMatchObject({ status: 413, body: { code: 'body-too-large' } });
    const send = (location: string) => {
      const answer = handleRaw(receive, async () => ({ status: 200, headers: { Location: location } }));
      return invoke(answer, { ...eventOf('POST /hooks/shop', { claims: { sub: 'ada' } }), routeKey: receive.routeKey });
    };
    await send('https://api.example/k?X-Amz-Signature=SECRET');
    await send('https://other.example/k?X-Amz-Signature=SECRET');
    expect(table.logged().map(({ target }) => target)).toEqual([undefined, '/k', undefined]);
  });

  test('answers 404 to an id of another form', async () => {
    const ofOne = handleRaw({ routeKey: 'GET /files/{id}', isRaw: true }, async ({ id }) => ({
      status: 200,
      body: id,
    }));
    expect(await invoke(ofOne, { ...event, pathParameters: { id: '../x' } })).toMatchObject({ status: 404 });
  });
});

test('variableOf returns what the stack has given, and names a variable without a value', async () => {
  const show = handleRaw(receive, async () => ({ status: 200, body: variableOf(receive, 'SECRET') }));
  expect(await invoke(show, event)).toMatchObject({
    status: 500,
    body: {
      code: 'internal',
      detail: 'The function has no variable SECRET; npm start takes it by --env SECRET=value.',
    },
  });
  process.env.SECRET = 'blue';
  expect(await invoke(show, event)).toMatchObject({ status: 200, body: 'blue' });
});
