import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { echo, useFixture } from '../write-assembly';

const { ask, service } = useFixture({ functions: { echo: [echo, '$default'] } });
const port = () => new URL(service().url).port;

test('the event has what API Gateway sends', async () => {
  const headers = {
    host: 'localhost:80',
    'user-agent': 'me',
    'X-A': ['1', '2'],
    Cookie: 'a=1; b=2',
    'x-forwarded-proto': 'https',
    'x-forwarded-for': '10.0.0.1',
  };
  const { body: event } = await ask('GET /a%20b%2Fc?a=1&b=%20x&a=2&c', { headers });
  expect(event).toEqual({
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
      'x-forwarded-port': port(),
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

test.each([
  ['text/csv; charset=latin1', '{"ä":1}', false],
  ['Application/JSON; charset=utf-8', '{"ä":1}', false],
  ['application/json-seq', 'eyLDpCI6MX0=', true],
  ['', 'eyLDpCI6MX0=', true],
])('a body of type "%s" arrives as %s', async (type, body, isBase64Encoded) => {
  const response = await ask('POST /', { body: '{"ä":1}', headers: { 'content-type': type } });
  expect(response.body).toMatchObject({ body, isBase64Encoded });
});

test.each([
  ['of a malformed target', 'GET /%ff', 400, 'Bad Request', undefined],
  ['with 10 kB of headers', `GET /${'x'.repeat(10_200)}`, 431, 'Request Header Fields Too Large', undefined],
  ['with 100 kB of headers', `GET /${'x'.repeat(100_000)}`, 431, 'Request Header Fields Too Large', undefined],
  ['whose event is over 6 MB', 'POST /', 413, 'Request Entity Too Large', Buffer.alloc(4_800_000, 'a')],
])('a request %s is refused', async (_, line, status, message, body) => {
  expect(await ask(line, { body })).toMatchObject({ status, text: JSON.stringify({ message }) });
});

/** Sends these bytes, and returns the bytes of the response. */
const sendBytes = (bytes: string) => {
  const socket = connect(Number(port()), '127.0.0.1');
  socket.write(bytes);
  return text(socket);
};

test.each([
  ['GET / HTTP/1.1', 400, 'Bad Request'],
  ['GET / HTTP/1.1\r\nhost: user@localhost', 400, 'Bad Request'],
  ['POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10485761', 413, 'Request Entity Too Large'],
])('the request %j gets a %i before its body arrives', async (head, status, message) => {
  const response = await sendBytes(`${head}\r\nconnection: close\r\n\r\n`);
  expect(response.split(' ')[1]).toBe(String(status));
  expect(response.split('\r\n\r\n')[1]).toBe(JSON.stringify({ message }));
});
