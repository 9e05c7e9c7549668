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

const refusal = (status: number, text: string) => ({ status, body: JSON.stringify({ message: text }) });

test('the event has what API Gateway sends', async () => {
  const headers = {
    host: 'localhost:80',
    'user-agent': 'me',
    'X-A': ['1', '2'],
    Cookie: 'a=1; b=2',
    'x-forwarded-proto': 'https',
    'x-forwarded-for': '10.0.0.1',
  };
  expect(await eventOf('/a%20b%2Fc?a=1&b=%20x&a=2&c', { headers })).toEqual({
    version: '2.0',
    routeKey: '$default',
    rawPath: '/a b/c',
    rawQueryString: 'a=1&b=%20x&a=2&c',
    queryStringParameters: { a: '1,2', b: ' x', c: '' },
    cookies: ['a=1', 'b=2'],
    headers: {
      'content-length': '0',
      host: 'localhost:80',
      'user-agent': 'me',
      'x-a': '1,2',
      'x-amzn-trace-id': expect.stringMatching(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24}$/),
      'x-forwarded-for': '10.0.0.1, 127.0.0.1',
      'x-forwarded-port': new URL(local.url).port,
      'x-forwarded-proto': 'http',
    },
    requestContext: {
      accountId: '000000000000',
      apiId: 'Api',
      domainName: 'localhost',
      domainPrefix: 'localhost',
      http: { method: 'GET', path: '/a b/c', protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'me' },
      requestId: expect.stringMatching(/^[\w+/]{15}=$/),
      routeKey: '$default',
      stage: '$default',
      time: expect.stringMatching(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/),
      timeEpoch: expect.any(Number),
    },
    isBase64Encoded: false,
  });
});

describe('a request body', () => {
  test.each([
    ['text/csv; charset=latin1', '{"ä":1}', false],
    ['Application/JSON; charset=utf-8', '{"ä":1}', false],
    ['application/merge-patch+json', 'eyLDpCI6MX0=', true],
    ['application/json-seq', 'eyLDpCI6MX0=', true],
    [undefined, 'eyLDpCI6MX0=', true],
  ])('of type %s arrives as %s', async (type, body, isBase64Encoded) => {
    const headers = type === undefined ? undefined : { 'content-type': type };
    const event = await eventOf('/', { method: 'POST', body: '{"ä":1}', headers });
    expect(event).toMatchObject({ body, isBase64Encoded });
  });

  test('over 10 MB gets a 413, with and without Content-Length', async () => {
    const body = Buffer.alloc(10 * 1024 * 1024 + 1);
    const head = `POST / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n`;
    expect(await sendRaw(local.url, head)).toMatch(/^HTTP\/1.1 413 .*\{"message":"Request Entity Too Large"\}$/s);
    const chunked = await send(local.url, '/', { method: 'POST', body, headers: { 'transfer-encoding': 'chunked' } });
    expect(chunked).toMatchObject(refusal(413, 'Request Entity Too Large'));
  });

  test('gets a 413 when the event is over the 6 MB that Lambda takes', async () => {
    const body = Buffer.alloc(6_300_000, 'a');
    expect(await send(local.url, '/', { method: 'POST', body })).toMatchObject(
      refusal(413, 'Request Entity Too Large'),
    );
  });
});

test.each([
  ['/%ff', refusal(400, 'Bad Request')],
  [`/${'x'.repeat(10_200)}`, refusal(431, 'Request Header Fields Too Large')],
  [`/${'x'.repeat(100_000)}`, refusal(431, 'Request Header Fields Too Large')],
])('the target %.6s gets %j', async (path, expected) => {
  expect(await send(local.url, path)).toMatchObject(expected);
});

test.each(['GET / HTTP/1.1', 'GET / HTTP/1.1\r\nhost: user@localhost', 'nonsense'])(
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
