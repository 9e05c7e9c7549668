import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { type Local, serve } from '../../../../lib/local/serve';
import { arnOf, echo, writeAssembly } from '../../../support/local/assembly';
import { send, sendRaw } from '../../../support/local/wire';

const named = (name: string) => `exports.handler = async () => ({ statusCode: 200, body: '${name}' });`;

const results: Record<string, string> = {
  plain: '({ hello: 1 })',
  text: '"hello"',
  nothing: 'undefined',
  created: '({ statusCode: 201, headers: { ETag: "1", "x-n": 5 }, cookies: ["a=1", "b=2"], body: "made" })',
  binary: '({ statusCode: 200, headers: { "content-type": "image/png" }, body: "AAH/", isBase64Encoded: true })',
  objectBody: '({ statusCode: 200, body: { a: 1 } })',
  badStatus: '({ statusCode: "twenty" })',
  badHeader: '({ statusCode: 200, headers: { x: "a\\nb" }, body: "" })',
  circular: '(() => { const a = { statusCode: 200 }; a.a = a; return a; })()',
  huge: '({ statusCode: 200, body: "x".repeat(6291556) })',
  throws: '(() => { throw new Error("no") })()',
  noContent: '({ statusCode: 204 })',
};

let local: Local;
beforeAll(async () => {
  local = await serve({
    port: 0,
    hostNames: ['api.example'],
    assembly: writeAssembly({
      functions: {
        echo: { code: echo },
        literal: { code: named('literal') },
        param: { code: named('param') },
        greedy: { code: named('greedy') },
        any: { code: named('any') },
        exact: { code: named('exact') },
        result: {
          code: `const results = {${Object.entries(results).map(([name, code]) => `${name}: () => ${code}`)}};
          exports.handler = async (event) => results[event.pathParameters.name]();`,
        },
        stranger: { code: echo },
        slow: { code: 'exports.handler = () => new Promise(() => {});' },
      },
      routes: {
        'GET /pets/dog': 'literal',
        'GET /pets/{id}': 'param',
        'GET /pets/{proxy+}': 'greedy',
        'ANY /mixed': 'any',
        'PUT /mixed': 'exact',
        'GET /result/{name}': 'result',
        'HEAD /result/{name}': 'result',
        'GET /stranger': 'stranger',
        'GET /slow': 'slow',
        $default: 'echo',
      },
      changes: (resources) => {
        delete resources.strangerCaller;
        Object.assign(resources.slowIntegration ?? {}, {
          Properties: {
            IntegrationType: 'AWS_PROXY',
            PayloadFormatVersion: '2.0',
            TimeoutInMillis: 200,
            IntegrationUri: arnOf('slowFunction'),
            CredentialsArn: arnOf('slowCaller'),
          },
        });
      },
    }),
  });
});
afterAll(() => local.close());

async function eventOf(path: string, sent: Parameters<typeof send>[2] = {}): Promise<APIGatewayProxyEventV2> {
  return JSON.parse((await send(local.url, path, sent)).body);
}

describe('bodies', () => {
  const post = (type: string | undefined, body: string | Buffer) =>
    eventOf('/', { method: 'POST', body, headers: type === undefined ? {} : { 'content-type': type } });

  test.each([
    'text/plain',
    'text/csv; charset=latin1',
    'application/json',
    'Application/JSON; charset=utf-8',
    'application/xml',
    'application/javascript',
  ])('%s arrives as text', async (type) => {
    expect(await post(type, '{"ä":1}')).toMatchObject({ body: '{"ä":1}', isBase64Encoded: false });
  });

  test.each([
    'application/merge-patch+json',
    'application/x-www-form-urlencoded',
    'application/json-seq',
    'image/png',
    undefined,
  ])('%s arrives as base64', async (type) => {
    expect(await post(type, 'a=1')).toMatchObject({ body: 'YT0x', isBase64Encoded: true });
  });

  test('an absent body is absent from the event', async () => {
    const event = await eventOf('/');
    expect(event).not.toHaveProperty('body');
    expect(event.isBase64Encoded).toBe(false);
  });

  test('10 MB is refused with 413, announced or not', async () => {
    const body = Buffer.alloc(10 * 1024 * 1024 + 1);
    const announced = await sendRaw(
      local.url,
      `POST / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n`,
    );
    expect(announced).toMatch(/^HTTP\/1.1 413 .*\r\n\r\n\{"message":"Request Entity Too Large"\}$/s);
    const chunked = await send(local.url, '/', { method: 'POST', body, headers: { 'transfer-encoding': 'chunked' } });
    expect(chunked).toMatchObject({ status: 413, body: '{"message":"Request Entity Too Large"}' });
  });

  test('an event over the 6 MB that Lambda takes is refused with 413', async () => {
    const body = Buffer.alloc(6_300_000, 'a');
    expect(await send(local.url, '/', { method: 'POST', body })).toMatchObject({ status: 413 });
  });

  test('Expect: 100-continue is answered before the body', async () => {
    const head =
      'POST / HTTP/1.1\r\nhost: localhost\r\nexpect: 100-continue\r\nconnection: close\r\ncontent-length: 1\r\n\r\n';
    expect(await sendRaw(local.url, `${head}x`)).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 OK/);
  });
});

describe('the path and the query', () => {
  test('a broken request behind one that is under way does not get the answer of that one', async () => {
    const both = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\nBROKEN / HTTP/1.1\r\n\r\n';
    expect(await sendRaw(local.url, both).catch(() => '')).not.toMatch(/^HTTP\/1.1 400/);
  });

  test('rawPath is decoded and %2F becomes a separator before matching', async () => {
    expect((await eventOf('/a%20b%2Fc')).rawPath).toBe('/a b/c');
    expect((await send(local.url, '/pets%2Fdog')).body).toBe('literal');
  });

  test.each(['/%zz', '/%', '/%ff'])('the malformed path %s is a 400', async (path) => {
    expect(await send(local.url, path)).toMatchObject({ status: 400, body: '{"message":"Bad Request"}' });
  });

  test('rawQueryString is as sent, queryStringParameters decoded with repeats joined', async () => {
    expect(await eventOf('/?a=1&b=%20x&a=2&c')).toMatchObject({
      rawQueryString: 'a=1&b=%20x&a=2&c',
      queryStringParameters: { a: '1,2', b: ' x', c: '' },
    });
  });

  test('without a query queryStringParameters is absent', async () => {
    expect(await eventOf('/?')).not.toHaveProperty('queryStringParameters');
  });
});

describe('headers', () => {
  test('names are lower-cased, repeats joined by commas, cookies split off', async () => {
    const event = await eventOf('/', { headers: { 'X-A': ['1', '2'], Cookie: 'a=1; b=2' } });
    expect(event.headers['x-a']).toBe('1,2');
    expect(event.cookies).toEqual(['a=1', 'b=2']);
    expect(event.headers).not.toHaveProperty('cookie');
  });

  test('X-Forwarded-* and the trace id are added, client-sent proto and port overwritten', async () => {
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-port': '1', 'x-forwarded-for': '10.0.0.1' };
    expect((await eventOf('/', { headers })).headers).toMatchObject({
      'x-forwarded-proto': 'http',
      'x-forwarded-port': new URL(local.url).port,
      'x-forwarded-for': '10.0.0.1, 127.0.0.1',
      'x-amzn-trace-id': expect.stringMatching(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24}$/),
    });
  });

  test('request line and headers over 10,240 bytes are a 431', async () => {
    const reply = await send(local.url, '/', { headers: { a: 'x'.repeat(10_200) } });
    expect(reply).toMatchObject({ status: 431, body: '{"message":"Request Header Fields Too Large"}' });
    expect(await send(local.url, '/', { headers: { a: 'x'.repeat(10_000) } })).toMatchObject({ status: 200 });
    expect(await send(local.url, '/', { headers: { a: 'x'.repeat(100_000) } })).toMatchObject({ status: 431 });
  });

  test.each([
    'GET / HTTP/1.1\r\n\r\n',
    'GET / HTTP/1.1\r\nhost: a b\r\n\r\n',
    'GET /\0 HTTP/1.1\r\nhost: localhost\r\n\r\n',
    'nonsense\r\n\r\n',
  ])('the malformed request %j is a 400', async (bytes) => {
    const reply = await sendRaw(local.url, bytes.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n'));
    expect(reply).toMatch(/^HTTP\/1.1 400 .*\{"message":"Bad Request"\}$/s);
  });
});

describe('the Host header', () => {
  test.each([
    'localhost',
    'LocalHost:1',
    '127.0.0.1',
    '127.0.0.1:',
    '[::1]',
    '[::1]:3000',
    'Api.Example',
    'api.example:80',
  ])('%s is served', async (host) => {
    expect(await send(local.url, '/pets/dog', { headers: { host } })).toMatchObject({ status: 200, body: 'literal' });
  });

  test.each([
    ['evil.example', 'evil.example'],
    ['EVIL.example:3000', 'evil.example'],
    ['localhost.evil.example', 'localhost.evil.example'],
    ['localhost.', 'localhost.'],
    ['127.0.0.1.evil.example:80', '127.0.0.1.evil.example'],
    ['127.0.0.2', '127.0.0.2'],
    ['localhost:80:evil.example', 'localhost:80:evil.example'],
    ['sub.api.example', 'sub.api.example'],
    ['[::2]', '[::2]'],
    ['::1', ':'],
  ])('%s is refused with 421 and one sentence', async (host, name) => {
    const message = `The Host header names ${name}; allowed are localhost, 127.0.0.1, [::1] and api.example, and each name given as --host-name`;
    const { status, headers, body } = await send(local.url, '/pets/dog', { headers: { host } });
    expect({ status, type: headers['content-type'], body: JSON.parse(body) }).toEqual({
      status: 421,
      type: 'application/json',
      body: { message },
    });
  });

  test.each(['user@localhost', 'evil.example@127.0.0.1', 'localhost,evil.example', 'localhost/'])(
    '%s is a 400',
    async (host) => {
      expect(await send(local.url, '/pets/dog', { headers: { host } })).toMatchObject({ status: 400 });
    },
  );
});

test('requestContext is complete', async () => {
  const { requestContext } = await eventOf('/x?y', { headers: { 'user-agent': 'me', host: 'api.example:80' } });
  expect(requestContext).toEqual({
    accountId: '000000000000',
    apiId: 'Api',
    domainName: 'api.example',
    domainPrefix: 'api',
    http: { method: 'GET', path: '/x', protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'me' },
    requestId: expect.stringMatching(/^[\w+/]{15}=$/),
    routeKey: '$default',
    stage: '$default',
    time: expect.stringMatching(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/),
    timeEpoch: expect.any(Number),
  });
});

describe('routes', () => {
  test.each([
    ['GET', '/pets/dog', 'literal'],
    ['GET', '/pets/cat', 'param'],
    ['GET', '/pets/cat/1', 'greedy'],
    ['PUT', '/mixed', 'exact'],
    ['POST', '/mixed', 'any'],
  ])('%s %s goes to the %s route', async (method, path, body) => {
    expect(await send(local.url, path, { method })).toMatchObject({ body });
  });

  test.each([
    ['DELETE', '/pets/dog'],
    ['PUT', '/mixed/'],
    ['GET', '/pets/'],
    ['GET', '/Pets/dog'],
  ])('%s %s goes to $default', async (method, path) => {
    expect(await eventOf(path, { method })).toMatchObject({ routeKey: '$default', rawPath: path });
  });

  test('a GET route does not serve HEAD', async () => {
    const reply = await send(local.url, '/pets/dog', { method: 'HEAD' });
    expect(reply.headers['content-type']).toBe('application/json');
  });

  test('a function that API Gateway may not call is a 500', async () => {
    const reply = await send(local.url, '/stranger');
    expect(reply).toMatchObject({ status: 500, body: '{"message":"Internal Server Error"}' });
  });

  test('an answer later than the integration limit is a 503', async () => {
    expect(await send(local.url, '/slow')).toMatchObject({ status: 503, body: '{"message":"Service Unavailable"}' });
  });
});

describe('answers', () => {
  test.each([
    { name: 'plain', status: 200, type: 'application/json', body: '{"hello":1}' },
    { name: 'text', status: 200, type: 'application/json', body: 'hello' },
    { name: 'nothing', status: 200, type: 'application/json', body: 'null' },
    { name: 'created', status: 201, type: 'text/plain; charset=utf-8', body: 'made' },
    { name: 'noContent', status: 204, type: undefined, body: '' },
  ])('the result $name is a $status', async ({ name, status, type, body }) => {
    const reply = await send(local.url, `/result/${name}`);
    expect(reply).toMatchObject({ status, body });
    expect(reply.headers['content-type']).toBe(type);
  });

  test.each(['objectBody', 'badStatus', 'badHeader', 'circular', 'huge', 'throws'])('%s is a 500', async (name) => {
    const reply = await send(local.url, `/result/${name}`);
    expect(reply).toMatchObject({ status: 500, body: '{"message":"Internal Server Error"}' });
  });

  test('headers and cookies are passed on and the request id added', async () => {
    expect((await send(local.url, '/result/created')).headers).toMatchObject({
      etag: '1',
      'x-n': '5',
      'set-cookie': ['a=1', 'b=2'],
      'apigw-requestid': expect.stringMatching(/^[\w+/]{15}=$/),
    });
  });

  test('a base64 body is decoded', async () => {
    expect((await send(local.url, '/result/binary')).headers['content-length']).toBe('3');
  });

  test('HEAD has the headers of the answer, its length and no body', async () => {
    const reply = await send(local.url, '/result/created', { method: 'HEAD' });
    expect(reply).toMatchObject({ status: 201, body: '', headers: { etag: '1', 'content-length': '4' } });
  });
});
