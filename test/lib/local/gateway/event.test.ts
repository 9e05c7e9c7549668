import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { type LocalService, serve } from '../../../../lib/local/serve';
import { echo, writeAssembly } from '../../../support/local/assembly';
import { send, sendRaw } from '../../../support/local/wire';

let local: LocalService;
beforeAll(async () => {
  const assembly = writeAssembly({ functions: { echo: { code: echo } }, routes: { $default: 'echo' } });
  local = await serve({ port: 0, assembly });
});
afterAll(() => local.close());

const eventOf = async (path: string, sent?: Parameters<typeof send>[2]): Promise<APIGatewayProxyEventV2> =>
  JSON.parse((await send(local.url, path, sent)).body);

const message = (text: string) => JSON.stringify({ message: text });

describe('a request body', () => {
  const post = (type: string | undefined, body: string | Buffer) =>
    eventOf('/', { method: 'POST', body, headers: type === undefined ? {} : { 'content-type': type } });

  test.each([
    'text/plain',
    'text/csv; charset=latin1',
    'application/json',
    'Application/JSON; charset=utf-8',
    'application/xml',
    'application/javascript',
  ])('of type %s arrives as text', async (type) => {
    expect(await post(type, '{"ä":1}')).toMatchObject({ body: '{"ä":1}', isBase64Encoded: false });
  });

  test.each([
    'application/merge-patch+json',
    'application/x-www-form-urlencoded',
    'application/json-seq',
    'image/png',
    undefined,
  ])('of type %s arrives as base64', async (type) => {
    expect(await post(type, 'a=1')).toMatchObject({ body: 'YT0x', isBase64Encoded: true });
  });

  test('is absent from the event when the request has none', async () => {
    const event = await eventOf('/');
    expect(event).not.toHaveProperty('body');
    expect(event.isBase64Encoded).toBe(false);
  });

  test('over 10 MB gets a 413, with and without Content-Length', async () => {
    const body = Buffer.alloc(10 * 1024 * 1024 + 1);
    const head = `POST / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n`;
    expect(await sendRaw(local.url, head)).toMatch(
      /^HTTP\/1.1 413 .*\r\n\r\n\{"message":"Request Entity Too Large"\}$/s,
    );
    const chunked = await send(local.url, '/', { method: 'POST', body, headers: { 'transfer-encoding': 'chunked' } });
    expect(chunked).toMatchObject({ status: 413, body: message('Request Entity Too Large') });
  });

  test('gets a 413 when the event is over the 6 MB that Lambda takes', async () => {
    const body = Buffer.alloc(6_300_000, 'a');
    expect(await send(local.url, '/', { method: 'POST', body })).toMatchObject({ status: 413 });
  });

  test('is sent after 100 Continue when the request expects that', async () => {
    const head =
      'POST / HTTP/1.1\r\nhost: localhost\r\nexpect: 100-continue\r\nconnection: close\r\ncontent-length: 1\r\n\r\n';
    expect(await sendRaw(local.url, `${head}x`)).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 OK/);
  });
});

describe('the path and the query', () => {
  test('rawPath is decoded', async () => {
    expect((await eventOf('/a%20b%2Fc')).rawPath).toBe('/a b/c');
  });

  test.each(['/%zz', '/%', '/%ff'])('the malformed path %s gets a 400', async (path) => {
    expect(await send(local.url, path)).toMatchObject({ status: 400, body: message('Bad Request') });
  });

  test('rawQueryString is as sent, queryStringParameters decoded with repeats joined', async () => {
    expect(await eventOf('/?a=1&b=%20x&a=2&c')).toMatchObject({
      rawQueryString: 'a=1&b=%20x&a=2&c',
      queryStringParameters: { a: '1,2', b: ' x', c: '' },
    });
  });

  test('queryStringParameters is absent without a query', async () => {
    expect(await eventOf('/?')).not.toHaveProperty('queryStringParameters');
  });
});

describe('the request headers', () => {
  test('have lower-case names, joined repeats and no cookies', async () => {
    const event = await eventOf('/', { headers: { 'X-A': ['1', '2'], Cookie: 'a=1; b=2' } });
    expect(event.headers['x-a']).toBe('1,2');
    expect(event.cookies).toEqual(['a=1', 'b=2']);
    expect(event.headers).not.toHaveProperty('cookie');
  });

  test("get X-Forwarded-* and a trace id, in place of the client's proto and port", async () => {
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-port': '1', 'x-forwarded-for': '10.0.0.1' };
    expect((await eventOf('/', { headers })).headers).toMatchObject({
      'x-forwarded-proto': 'http',
      'x-forwarded-port': new URL(local.url).port,
      'x-forwarded-for': '10.0.0.1, 127.0.0.1',
      'x-amzn-trace-id': expect.stringMatching(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24}$/),
    });
  });

  test.each([
    [10_000, { status: 200 }],
    [10_200, { status: 431, body: message('Request Header Fields Too Large') }],
    [100_000, { status: 431 }],
  ])('get a 431 when they and the request line are over 10,240 bytes: %i', async (length, expected) => {
    expect(await send(local.url, '/', { headers: { a: 'x'.repeat(length) } })).toMatchObject(expected);
  });
});

test.each(['GET / HTTP/1.1', 'GET / HTTP/1.1\r\nhost: a b', 'GET /\0 HTTP/1.1\r\nhost: localhost', 'nonsense'])(
  'the malformed request %j gets a 400',
  async (head) => {
    const response = await sendRaw(local.url, `${head}\r\nconnection: close\r\n\r\n`);
    expect(response).toMatch(/^HTTP\/1.1 400 .*\{"message":"Bad Request"\}$/s);
  },
);

test('a malformed request gets no response in place of the request before it', async () => {
  const both = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\nBROKEN / HTTP/1.1\r\n\r\n';
  expect(await sendRaw(local.url, both).catch(() => '')).not.toMatch(/^HTTP\/1.1 400/);
});

test('requestContext is complete', async () => {
  const { requestContext } = await eventOf('/x?y', { headers: { 'user-agent': 'me', host: 'localhost:80' } });
  expect(requestContext).toEqual({
    accountId: '000000000000',
    apiId: 'Api',
    domainName: 'localhost',
    domainPrefix: 'localhost',
    http: { method: 'GET', path: '/x', protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'me' },
    requestId: expect.stringMatching(/^[\w+/]{15}=$/),
    routeKey: '$default',
    stage: '$default',
    time: expect.stringMatching(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/),
    timeEpoch: expect.any(Number),
  });
});
