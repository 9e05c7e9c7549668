import { type LocalService, serve } from '../../../../lib/local/serve';
import { echo, writeAssembly } from '../../../support/local/assembly';
import { send } from '../../../support/local/wire';

const ok = ['literal', 'param', 'greedy', 'any', 'exact'].map((name) => [
  name,
  { code: `exports.handler = async () => ({ statusCode: 200, body: '${name}' });` },
]);

/** Code of the results that the function `result` returns, by name. */
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

const assembly = writeAssembly({
  functions: {
    ...Object.fromEntries(ok),
    echo: { code: echo },
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
    const { Properties } = resources.slowIntegration as { Properties: object };
    Object.assign(Properties, { TimeoutInMillis: 200 });
  },
});

let local: LocalService;
beforeAll(async () => {
  local = await serve({ port: 0, assembly });
});
afterAll(() => local.close());

const ask = (path: string, sent?: Parameters<typeof send>[2]) => send(local.url, path, sent);

describe('a request whose Host header is', () => {
  test.each(['127.0.0.1', '[::1]:3000', 'LocalHost'])('%s is served', async (host) => {
    expect(await ask('/pets/dog', { headers: { host } })).toMatchObject({ status: 200, body: 'literal' });
  });

  test('evil.example gets a 421 in JSON', async () => {
    const response = await ask('/pets/dog', { headers: { host: 'evil.example' } });
    expect(response).toMatchObject({ status: 421, headers: { 'content-type': 'application/json' } });
    expect(JSON.parse(response.body)).toEqual({ message: expect.stringContaining('names evil.example; allowed: ') });
  });

  test.each(['user@localhost', 'evil.example@127.0.0.1', 'localhost,evil.example', 'localhost/'])(
    '%s gets a 400',
    async (host) => expect(await ask('/pets/dog', { headers: { host } })).toMatchObject({ status: 400 }),
  );
});

describe('the gateway', () => {
  test.each([
    ['GET', '/pets/dog', 'literal'],
    ['GET', '/pets%2Fdog', 'literal'],
    ['GET', '/pets/cat', 'param'],
    ['GET', '/pets/cat/1', 'greedy'],
    ['PUT', '/mixed', 'exact'],
    ['POST', '/mixed', 'any'],
  ])('sends %s %s to the %s route', async (method, path, body) => {
    expect(await ask(path, { method })).toMatchObject({ body });
  });

  test.each([
    ['DELETE', '/pets/dog'],
    ['PUT', '/mixed/'],
    ['GET', '/pets/'],
    ['GET', '/Pets/dog'],
  ])('sends %s %s to $default', async (method, path) => {
    expect(JSON.parse((await ask(path, { method })).body)).toMatchObject({ routeKey: '$default', rawPath: path });
  });

  test('sends HEAD to $default when the path has a route for GET only', async () => {
    expect((await ask('/pets/dog', { method: 'HEAD' })).headers['content-type']).toBe('application/json');
  });

  test.each([
    ['a function that API Gateway may not call', '/stranger'],
    ...['objectBody', 'badStatus', 'badHeader', 'circular', 'huge', 'throws'].map((name) => [name, `/result/${name}`]),
  ])('answers 500 because of %s', async (_, path = '') => {
    expect(await ask(path)).toMatchObject({ status: 500, body: '{"message":"Internal Server Error"}' });
  });

  test('answers 503 when the function is slower than the timeout of its integration', async () => {
    expect(await ask('/slow')).toMatchObject({ status: 503, body: '{"message":"Service Unavailable"}' });
  });

  test.each([
    ['plain', 200, 'application/json', '{"hello":1}'],
    ['text', 200, 'application/json', 'hello'],
    ['nothing', 200, 'application/json', 'null'],
    ['created', 201, 'text/plain; charset=utf-8', 'made'],
    ['noContent', 204, undefined, ''],
  ])('makes the result %s a %i', async (name, status, type, body) => {
    const { headers, ...response } = await ask(`/result/${name}`);
    expect({ ...response, type: headers['content-type'] }).toEqual({ status, type, body });
  });

  test('passes on headers and cookies, and adds the request id', async () => {
    expect((await ask('/result/created')).headers).toMatchObject({
      etag: '1',
      'x-n': '5',
      'set-cookie': ['a=1', 'b=2'],
      'apigw-requestid': expect.stringMatching(/^[\w+/]{15}=$/),
    });
  });

  test('decodes a base64 body', async () => {
    expect((await ask('/result/binary')).headers['content-length']).toBe('3');
  });

  test('answers HEAD with the headers of the response, its length and no body', async () => {
    const response = await ask('/result/created', { method: 'HEAD' });
    expect(response).toMatchObject({ status: 201, body: '', headers: { etag: '1', 'content-length': '4' } });
  });
});
