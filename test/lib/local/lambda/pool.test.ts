import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LocalService, serve } from '../../../../lib/local/serve';
import { temporaryFolder } from '../../../support/folder';
import { writeAssembly } from '../../../support/local/assembly';
import { send, until } from '../../../support/local/wire';

const pausing = 'const pause = (ms) => new Promise((done) => setTimeout(done, ms));';
const functions = {
  slow: { code: 'exports.handler = () => new Promise(() => {});', timeoutSeconds: 0.3 },
  busy: { code: 'exports.handler = () => { for (;;); };', timeoutSeconds: 0.3 },
  hungry: { code: 'exports.handler = () => { const a = []; for (;;) a.push({ a: [a.length] }); };', memoryMb: 16 },
  exits: { code: 'let n = 0; exports.handler = async (e) => { if (e.rawQueryString) process.exit(1); return ++n; };' },
  rejects: {
    code: `exports.handler = async (e) => {
      if (e.rawQueryString) { Promise.reject(new Error('left behind')); await new Promise(() => {}); } return 1; };`,
  },
  broken: { code: 'throw new Error("cannot load");' },
  environment: {
    code: 'exports.handler = async (_, context) => ({ env: process.env, argv: process.execArgv, context });',
  },
  remaining: { code: 'exports.handler = async (_, context) => context.getRemainingTimeInMillis();', timeoutSeconds: 7 },
  single: {
    code: `${pausing} let running = 0; exports.handler = async (e) => {
      const most = ++running; await pause(Number(e.rawQueryString)); running--; return { most, instance: require('node:worker_threads').threadId }; };`,
  },
  talks: {
    code: `exports.handler = async (e) => { const { stdout } = process; stdout.write('begun, '); console.error("two");
      stdout.write(Buffer.from('ended\\n')); if (e.rawQueryString) { stdout.write('last words'); process.exit(); } console.log('three\\nfour'); };`,
  },
  swapped: { code: `${pausing} exports.handler = async () => { await pause(100); return 'old'; };` },
};

let local: LocalService;
const logs: string[] = [];
beforeAll(async () => {
  const routes = Object.fromEntries(Object.keys(functions).map((name) => [`GET /${name}`, name]));
  local = await serve({
    assembly: writeAssembly({ functions, routes }),
    port: 0,
    onLog: (name, line) => logs.push(`${name}: ${line}`),
  });
});
afterAll(() => local.close());

const get = async (path: string) => JSON.parse((await send(local.url, path)).body);
const failed = { status: 500, body: '{"message":"Internal Server Error"}' };

test.each(['slow', 'busy'])('a %s function is stopped at its timeout', async (name) => {
  expect(await send(local.url, `/${name}`)).toMatchObject(failed);
  expect(logs.join()).toContain(`${name}: timed out after 300 ms`);
});

test('a function that needs more than its memory fails alone', async () => {
  expect(await send(local.url, '/hungry')).toMatchObject(failed);
  expect(logs.join()).toMatch(/hungry: .*memory/);
});

test.each(['exits', 'rejects'])('an instance that %s fails its request only and is replaced', async (name) => {
  expect(await get(`/${name}`)).toBe(1);
  expect(await send(local.url, `/${name}?now`)).toMatchObject(failed);
  expect(await get(`/${name}`)).toBe(1);
});

test('a bundle that does not load makes a 500, and the log says why', async () => {
  expect(await send(local.url, '/broken')).toMatchObject(failed);
  expect(logs.join()).toContain('broken: cannot load');
});

test("a function has its own variables and none of the developer's", async () => {
  const { env, argv, context } = await get('/environment');
  expect(env).toMatchObject({
    TABLE_NAME: 'Table',
    AWS_REGION: 'us-east-1',
    AWS_LAMBDA_FUNCTION_NAME: 'environmentFunction',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
  });
  expect(env).not.toHaveProperty('PATH');
  expect(argv).toEqual([]);
  expect(context).toMatchObject({
    functionName: 'environmentFunction',
    memoryLimitInMB: '128',
    invokedFunctionArn: 'arn:aws:lambda:us-east-1:000000000000:function:environmentFunction',
    awsRequestId: expect.stringMatching(/^[\da-f-]{36}$/),
  });
});

test('the context of a function has the time that is left', async () => {
  const leftMs = await get('/remaining');
  expect(leftMs).toBeGreaterThan(6000);
  expect(leftMs).toBeLessThanOrEqual(7000);
});

/** Sends requests at once. Returns the instances that answered. Each ran one request at a time. */
const single = async (count: number, ms = 20) => {
  const answers = await Promise.all(Array.from({ length: count }, () => get(`/single?${ms}`)));
  expect(answers.map(({ most }) => most)).toEqual(Array(count).fill(1));
  return new Set(answers.map(({ instance }) => instance)).size;
};

test('requests at the same time get an instance each, up to a maximum of four', async () => {
  expect(await single(3, 1000)).toBe(3);
  expect(await single(40)).toBe(4);
});

test('the output of a function arrives line by line', async () => {
  await get('/talks');
  await get('/talks?exit');
  const said = (line: string) => line.startsWith('talks: ') && !line.includes('exited');
  await until(() => logs.includes('talks: last words'));
  expect(logs.filter(said)).toEqual(
    ['two', 'begun, ended', 'three', 'four', 'two', 'begun, ended', 'last words'].map((line) => `talks: ${line}`),
  );
});

test('after a reload new requests run the new code while running ones finish', async () => {
  const running = send(local.url, '/swapped');
  await until(async () => (await send(local.url, '/talks')).status === 200);
  const bundles = temporaryFolder();
  for (const [name, { code }] of Object.entries(functions)) {
    mkdirSync(join(bundles, name));
    const fresh = name === 'swapped' ? "exports.handler = async () => 'new';" : code;
    writeFileSync(join(bundles, name, `${name}.js`), fresh);
  }
  local.reload(bundles);
  expect((await send(local.url, '/swapped')).body).toBe('new');
  expect((await running).body).toBe('old');
});
