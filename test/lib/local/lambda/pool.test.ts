import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { closeServer, listen } from '../../../../lib/local/listen';
import { type LocalService, serve } from '../../../../lib/local/serve';
import { temporaryFolder } from '../../../support/folder';
import { writeAssembly } from '../../../support/local/assembly';
import { send, until } from '../../../support/local/wire';

/** Function that answers after the server of the test has let it go on. */
const waiting = (text: string) => `let running = 0; exports.handler = async (event) => {
  const most = ++running; await fetch(event.rawQueryString); running--;
  return { text: '${text}', most, instance: require('node:worker_threads').threadId }; };`;
const functions = {
  slow: { code: 'exports.handler = () => new Promise(() => {});', timeoutSeconds: 0.01 },
  busy: { code: 'exports.handler = () => { for (;;); };', timeoutSeconds: 0.01 },
  hungry: { code: 'exports.handler = () => { const a = []; for (;;) a.push({ a: [a.length] }); };', memoryMb: 16 },
  exits: {
    code: `let n = 0; const say = (text) => process.stdout.write(text); exports.handler = async (e) => {
      if (e.rawQueryString) { say('one\\ntwo, '); say('last words'); process.exit(1); } return ++n; };`,
  },
  rejects: {
    code: `let n = 0; exports.handler = async (e) => {
      if (e.rawQueryString) { Promise.reject(new Error('left')); await new Promise(() => {}); } return ++n; };`,
  },
  broken: { code: 'throw new Error("cannot load");' },
  environment: {
    code: `exports.handler = async (_, context) => (
      { env: process.env, argv: process.execArgv, context, leftMs: context.getRemainingTimeInMillis() });`,
  },
  waits: { code: waiting('old') },
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

const held: ServerResponse[] = [];
const holder = createServer((_, response) => held.push(response));
let address: string;
beforeAll(async () => {
  address = `http://127.0.0.1:${await listen(holder, 0)}/`;
});
afterAll(() => closeServer(holder, 0));

const get = async (path: string) => JSON.parse((await send(local.url, path)).body);
const failed = { status: 500, body: '{"message":"Internal Server Error"}' };

test.each([
  ['slow', 'timed out after 10 ms'],
  ['busy', 'timed out after 10 ms'],
  ['hungry', 'memory'],
  ['broken', 'cannot load'],
])('a request that the function %s fails gets a 500, and the log says why: %s', async (name, reason) => {
  expect(await send(local.url, `/${name}`)).toMatchObject(failed);
  expect(logs.filter((line) => line.startsWith(`${name}: `)).join()).toContain(reason);
});

test.each(['exits', 'rejects'])('an instance that %s fails its request only and is replaced', async (name) => {
  expect(await get(`/${name}`)).toBe(1);
  expect(await send(local.url, `/${name}?now`)).toMatchObject(failed);
  expect(await get(`/${name}`)).toBe(1);
});

test('the output of an instance that exits arrives line by line', async () => {
  await send(local.url, '/exits?now');
  await until(() => logs.includes('exits: two, last words'));
  expect(logs).toContain('exits: one');
});

test("a function has Lambda's variables and context, and none of the developer's", async () => {
  const { env, argv, context, leftMs } = await get('/environment');
  expect(env).toMatchObject({ AWS_REGION: 'us-east-1', AWS_LAMBDA_FUNCTION_NAME: 'environmentFunction' });
  expect([env.PATH, argv]).toEqual([undefined, []]);
  expect(context).toMatchObject({
    functionName: 'environmentFunction',
    memoryLimitInMB: '128',
    invokedFunctionArn: 'arn:aws:lambda:us-east-1:000000000000:function:environmentFunction',
    awsRequestId: expect.stringMatching(/^[\da-f-]{36}$/),
  });
  expect(leftMs).toBeGreaterThan(0);
  expect(leftMs).toBeLessThanOrEqual(10_000);
});

test('requests at the same time get an instance each, up to a maximum of four', async () => {
  const answers = Array.from({ length: 6 }, () => get(`/waits?${address}`));
  await until(() => held.length === 4);
  for (const response of held.splice(0)) response.end();
  await until(() => held.length === 2);
  for (const response of held.splice(0)) response.end();
  const ended: { most: number; instance: number }[] = await Promise.all(answers);
  expect(ended.map(({ most }) => most)).toEqual(Array(6).fill(1));
  expect(new Set(ended.map(({ instance }) => instance)).size).toBe(4);
});

test('after a reload new requests run the new code while running ones finish', async () => {
  const running = get(`/waits?${address}`);
  await until(() => held.length === 1);
  const bundles = temporaryFolder();
  for (const [name, { code }] of Object.entries(functions)) {
    mkdirSync(join(bundles, name));
    writeFileSync(join(bundles, name, `${name}.js`), name === 'waits' ? waiting('new') : code);
  }
  local.reload(bundles);
  const next = get(`/waits?${address}`);
  await until(() => held.length === 2);
  held.pop()?.end();
  expect(await next).toMatchObject({ text: 'new' });
  held.pop()?.end();
  expect(await running).toMatchObject({ text: 'old' });
  const last = get(`/waits?${address}`);
  await until(() => held.length === 1);
  held.pop()?.end();
  expect(await last).toMatchObject({ text: 'new' });
});
