import { type LocalService, serve } from '../../../../lib/local/serve';
import { echo, writeAssembly } from '../../../support/local/assembly';
import { send } from '../../../support/local/wire';

/** Code of the results that the function `result` returns, by name. */
const results: Record<string, string> = {
  plain: '({ hello: 1 })',
  nothing: 'undefined',
  created: '({ statusCode: 201, headers: { "X-N": 5 }, cookies: ["a=1", "b=2"], body: "made" })',
  objectBody: '({ statusCode: 200, body: { a: 1 } })',
  badStatus: '({ statusCode: "twenty" })',
  badHeader: '({ statusCode: 200, headers: { x: "a\\nb" }, body: "" })',
  huge: '({ statusCode: 200, body: "x".repeat(6291556) })',
  throws: '(() => { throw new Error("no") })()',
};

const assembly = writeAssembly({
  functions: {
    echo: { code: echo },
    result: {
      code: `const results = {${Object.entries(results).map(([name, code]) => `${name}: () => ${code}`)}};
      exports.handler = async (event) => results[event.pathParameters.name]();`,
    },
    stranger: { code: echo },
    slow: { code: 'exports.handler = () => new Promise(() => {});' },
  },
  routes: {
    'GET /pets/{id}': 'echo',
    'GET /pets/dog': 'echo',
    'GET /pets/{proxy+}': 'echo',
    'ANY /mixed': 'echo',
    'PUT /mixed': 'echo',
    'GET /result/{name}': 'result',
    'GET /stranger': 'stranger',
    'GET /slow': 'slow',
  },
  cors: { AllowOrigins: ['https://a.example'], AllowMethods: ['GET', 'POST'], MaxAge: 60 },
  changes: (resources) => {
    delete resources.strangerCaller;
    const { Properties } = resources.slowIntegration as { Properties: object };
    Object.assign(Properties, { TimeoutInMillis: 1 });
  },
});

let local: LocalService;
beforeAll(async () => {
  local = await serve({ port: 0, assembly });
});
afterAll(() => local.close());

const ask = (path: string, sent?: Parameters<typeof send>[2]) => send(local.url, path, sent);

describe('a request whose Host header is', () => {
  test.each(['[::1]:3000', 'LocalHost'])('%s is served', async (host) => {
    expect(await ask('/pets/cat', { headers: { host } })).toMatchObject({ status: 200 });
  });

  test.each([
    ['EVIL.example:3000', 'evil.example'],
    ['127.0.0.1.evil.example', '127.0.0.1.evil.example'],
    ['localhost:80:evil.example', 'localhost:80:evil.example'],
  ])('%s gets a 421 that names the allowed hosts', async (host, name) => {
    const message = `The Host header names ${name}; allowed: localhost, 127.0.0.1, [::1]`;
    expect(await ask('/pets/cat', { headers: { host } })).toMatchObject({
      status: 421,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ message }),
    });
  });
});

describe('the gateway', () => {
  test.each([
    ['GET', '/pets/dog', 'GET /pets/dog', undefined],
    ['GET', '/pets/cat', 'GET /pets/{id}', { id: 'cat' }],
    ['GET', '/pets/cat/1', 'GET /pets/{proxy+}', { proxy: 'cat/1' }],
    ['PUT', '/mixed', 'PUT /mixed', undefined],
    ['POST', '/mixed', 'ANY /mixed', undefined],
  ])('sends %s %s to the route %s', async (method, path, routeKey, pathParameters) => {
    const event = JSON.parse((await ask(path, { method })).body);
    expect([event.routeKey, event.pathParameters]).toEqual([routeKey, pathParameters]);
  });

  test('answers 404 when the API has no route for a request, and no $default', async () => {
    expect(await ask('/Pets/dog')).toMatchObject({ status: 404, body: '{"message":"Not Found"}' });
  });

  test.each([
    ['a function that API Gateway may not call', '/stranger'],
    ['a body that is an object', '/result/objectBody'],
    ['a status that is a text', '/result/badStatus'],
    ['a header that HTTP cannot carry', '/result/badHeader'],
    ['a result over 6 MB', '/result/huge'],
    ['an error of the function', '/result/throws'],
  ])('answers 500 because of %s', async (_, path) => {
    expect(await ask(path)).toMatchObject({ status: 500, body: '{"message":"Internal Server Error"}' });
  });

  test('answers 503 when the function is slower than the timeout of its integration', async () => {
    expect(await ask('/slow')).toMatchObject({ status: 503, body: '{"message":"Service Unavailable"}' });
  });

  test.each([
    ['plain', { status: 200, headers: { 'content-type': 'application/json' }, body: '{"hello":1}' }],
    ['nothing', { status: 200, headers: { 'content-type': 'application/json' }, body: 'null' }],
    ['created', { status: 201, headers: { 'x-n': '5', 'set-cookie': ['a=1', 'b=2'] }, body: 'made' }],
  ])('makes a response of the result %s', async (name, response) => {
    expect(await ask(`/result/${name}`)).toMatchObject(response);
  });

  test('allows an origin of the list by its name, and no other', async () => {
    const preflightFrom = async (origin: string) =>
      (await ask('/', { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } })).headers;
    expect(await preflightFrom('https://a.example')).toMatchObject({
      'access-control-allow-origin': 'https://a.example',
      'access-control-allow-methods': 'GET,POST',
      'access-control-max-age': '60',
      vary: 'Origin',
    });
    const { headers } = await ask('/pets/cat', { headers: { origin: 'https://a.example' } });
    expect(headers).toMatchObject({ 'access-control-allow-origin': 'https://a.example', vary: 'Origin' });
    const stranger = await preflightFrom('https://b.example');
    expect(stranger).toMatchObject({ vary: 'Origin' });
    expect(stranger).not.toHaveProperty('access-control-allow-origin');
  });
});
