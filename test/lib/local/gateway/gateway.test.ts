import { arnOf, echo, useFixture } from '../write-assembly';

/** Function whose result is the value of the code in the query. */
const result = 'exports.handler = async ({ rawQueryString }) => eval(decodeURIComponent(rawQueryString));';
const { ask } = useFixture({
  functions: {
    echo: [echo, 'GET /pets/{proxy+}', 'GET /pets/{id}', 'GET /pets/dog', 'ANY /mixed', 'PUT /mixed'],
    result: [result, 'GET /result'],
    slow: [result, 'GET /slow'],
    stranger: [echo, 'GET /stranger'],
  },
  properties: {
    Api: { CorsConfiguration: { AllowOrigins: ['https://a.example'], AllowMethods: ['GET', 'POST'], MaxAge: 60 } },
    slowIntegration: { TimeoutInMillis: 1 },
    // This role may invoke no function.
    strangerIntegration: { CredentialsArn: arnOf('echoFunctionServiceRole') },
  },
});

const messageOf = (status: number, message: string) => ({
  status,
  headers: expect.objectContaining({ 'content-type': 'application/json' }),
  text: JSON.stringify({ message }),
});

test.each(['[::1]:3000', 'LocalHost'])('a request whose Host header is %s is served', async (host) => {
  expect(await ask('GET /pets/cat', { headers: { host } })).toMatchObject({ status: 200 });
});

test.each([
  ['EVIL.example:3000', 'evil.example'],
  ['127.0.0.1.evil.example', '127.0.0.1.evil.example'],
  ['localhost:80:evil.example', 'localhost:80:evil.example'],
])('a request whose Host header is %s gets a 421 that names the allowed hosts', async (host, name) => {
  const message = `The Host header names ${name}; allowed: localhost, 127.0.0.1, [::1]`;
  expect(await ask('GET /pets/cat', { headers: { host } })).toMatchObject(messageOf(421, message));
});

describe('the gateway', () => {
  test.each([
    ['GET /pets/dog', 'GET /pets/dog', undefined],
    ['GET /pets/cat', 'GET /pets/{id}', { id: 'cat' }],
    ['GET /pets/cat/1', 'GET /pets/{proxy+}', { proxy: 'cat/1' }],
    ['PUT /mixed', 'PUT /mixed', undefined],
    ['POST /mixed', 'ANY /mixed', undefined],
  ])('sends %s to the route %s', async (line, routeKey, pathParameters) => {
    const event = JSON.parse((await ask(line)).text);
    expect([event.routeKey, event.pathParameters]).toEqual([routeKey, pathParameters]);
  });

  test('answers 404 when the API has no route for a request, and no $default', async () => {
    expect(await ask('GET /Pets/dog')).toMatchObject(messageOf(404, 'Not Found'));
  });

  test('answers 500 when its role may not invoke the function', async () => {
    expect(await ask('GET /stranger')).toMatchObject(messageOf(500, 'Internal Server Error'));
  });

  test.each([
    ['a body that is an object', '({ statusCode: 200, body: { a: 1 } })'],
    ['a status that is a text', '({ statusCode: "twenty" })'],
    ['a header that HTTP cannot carry', '({ statusCode: 200, headers: { x: "a\\nb" } })'],
    ['a result over 6 MB', '({ statusCode: 200, body: "x".repeat(6291556) })'],
    ['an error of the function', 'throw new Error("no")'],
  ])('answers 500 because of %s', async (_, code) => {
    expect(await ask(`GET /result?${encodeURIComponent(code)}`)).toMatchObject(messageOf(500, 'Internal Server Error'));
  });

  test('answers 503 when the function is slower than the timeout of its integration', async () => {
    expect(await ask('GET /slow?new%20Promise(()=>{})')).toMatchObject(messageOf(503, 'Service Unavailable'));
  });

  test.each([
    ['({ hello: 1 })', { status: 200, headers: { 'content-type': 'application/json' }, text: '{"hello":1}' }],
    ['undefined', { status: 200, headers: { 'content-type': 'application/json' }, text: 'null' }],
    [
      '({ statusCode: 201, headers: { "X-N": 5 }, cookies: ["a=1", "b=2"], body: "made" })',
      { status: 201, headers: { 'x-n': '5', 'set-cookie': ['a=1', 'b=2'] }, text: 'made' },
    ],
  ])('makes a response of the result %s', async (code, response) => {
    expect(await ask(`GET /result?${encodeURIComponent(code)}`)).toMatchObject(response);
  });

  test('allows an origin of the list by its name, and no other', async () => {
    const preflightFrom = async (origin: string) =>
      (await ask('OPTIONS /', { headers: { origin, 'access-control-request-method': 'POST' } })).headers;
    const allowed = { 'access-control-allow-origin': 'https://a.example', vary: 'Origin' };
    const preflight = { 'access-control-allow-methods': 'GET,POST', 'access-control-max-age': '60' };
    expect(await preflightFrom('https://a.example')).toMatchObject({ ...allowed, ...preflight });
    const { headers } = await ask('GET /pets/cat', { headers: { origin: 'https://a.example' } });
    expect(headers).toMatchObject(allowed);
    // A route that takes OPTIONS gets the preflight, as `$default` does. The gateway adds its headers.
    const sent = { origin: 'https://a.example', 'access-control-request-method': 'POST' };
    const routed = await ask('OPTIONS /mixed', { headers: sent });
    expect(routed).toMatchObject({ status: 200, headers: { ...allowed, ...preflight } });
    expect(JSON.parse(routed.text).routeKey).toBe('ANY /mixed');
    const stranger = await preflightFrom('https://b.example');
    expect([stranger.vary, stranger['access-control-allow-origin']]).toEqual(['Origin', undefined]);
  });
});
