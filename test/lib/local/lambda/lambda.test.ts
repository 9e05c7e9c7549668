import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { closeServer, listen } from '../../../../lib/local/listen';
import { temporaryFolder } from '../../../support/folder';
import { until } from '../../../support/time';
import { useFixture } from '../write-assembly';

/** Function whose result is the value of the code in the query. */
const code = 'exports.handler = async (event, context) => eval(decodeURIComponent(event.rawQueryString));';
/** Function that answers after the server of the test has let it go on. */
const waiting = (text: string) => `let running = 0; exports.handler = async (event) => {
  const most = ++running; await fetch(decodeURIComponent(event.rawQueryString)); running--;
  return { text: '${text}', most, instance: require('node:worker_threads').threadId }; };`;
const properties = { impatientFunction: { Timeout: 0.01 }, smallFunction: { MemorySize: 16 } };
const codes = {
  usual: code,
  impatient: code,
  small: code,
  broken: 'throw new Error("cannot load");',
  waits: waiting('old'),
};

let address: string;
const logs: string[] = [];
const held: ServerResponse[] = [];
const functions = Object.fromEntries(
  Object.entries(codes).map(([name, text]) => [name, [text, `GET /${name}`] as const]),
);
const { ask, service } = useFixture({ functions, properties }, (name, line) => logs.push(`${name}: ${line}`));
const holder = createServer((_, response) => held.push(response));
beforeAll(async () => {
  address = `http://127.0.0.1:${await listen(holder, 0)}/`;
});
afterAll(() => closeServer(holder, 0));

const call = (name: string, query: string) => ask(`GET /${name}?${encodeURIComponent(query)}`);
const run = async (query: string) => (await call('usual', query)).body;
const failed = { status: 500, text: '{"message":"Internal Server Error"}' };

test.each([
  ['impatient', 'new Promise(() => {})', 'timed out after 10 ms'],
  ['impatient', 'for (;;);', 'timed out after 10 ms'],
  ['small', 'const all = []; for (;;) all.push({ all: [all.length] })', 'memory'],
  ['broken', '', 'cannot load'],
])('a request that the %s function fails by %j gets a 500, and the log says why: %s', async (name, query, reason) => {
  logs.length = 0;
  expect(await call(name, query)).toMatchObject(failed);
  expect(logs.join()).toContain(reason);
});

test.each([
  ['exits', 'process.exit(1)'],
  ['rejects', "Promise.reject(new Error('left')); new Promise(() => {})"],
])('an instance that %s fails its request only and is replaced', async (_, query) => {
  const count = 'globalThis.count = (globalThis.count ?? 0) + 1';
  await run(count);
  expect(await call('usual', query)).toMatchObject(failed);
  expect(await run(count)).toBe(1);
});

test('the output of an instance that exits arrives line by line', async () => {
  await call('usual', "for (const text of ['one\\ntwo, ', 'last words']) process.stdout.write(text); process.exit(1)");
  await until(() => logs.includes('usual: two, last words'));
  expect(logs).toContain('usual: one');
});

test("a function has Lambda's variables and context, and none of the developer's", async () => {
  const parts = 'env: process.env, argv: process.execArgv, context, leftMs: context.getRemainingTimeInMillis()';
  const { env, argv, context, leftMs } = await run(`({ ${parts} })`);
  expect(env).toMatchObject({ AWS_REGION: 'us-east-1', AWS_LAMBDA_FUNCTION_NAME: 'usualFunction' });
  expect([env.PATH, argv]).toEqual([undefined, []]);
  expect(context).toMatchObject({
    functionName: 'usualFunction',
    memoryLimitInMB: '128',
    invokedFunctionArn: 'arn:aws:lambda:us-east-1:000000000000:function:usualFunction',
    awsRequestId: expect.stringMatching(/^[\da-f-]{36}$/),
  });
  expect(leftMs).toBeGreaterThan(0);
  expect(leftMs).toBeLessThanOrEqual(10_000);
});

/** Lets the waiting requests go on when there are as many as expected. */
const release = async (count: number) => {
  await until(() => held.length === count);
  for (const response of held.splice(0)) response.end();
};
const wait = async (): Promise<{ text: string; most: number; instance: number }> => (await call('waits', address)).body;

test('requests at the same time get an instance each, up to a maximum of four', async () => {
  const answers = Array.from({ length: 6 }, wait);
  await release(4);
  await release(2);
  const ended = await Promise.all(answers);
  expect(ended.map(({ most }) => most)).toEqual(Array(6).fill(1));
  expect(new Set(ended.map(({ instance }) => instance)).size).toBe(4);
});

test('after a reload new requests run the new code while running ones finish', async () => {
  const running = wait();
  await until(() => held.length === 1);
  const bundles = temporaryFolder();
  // The other functions have no new code.
  mkdirSync(join(bundles, 'waits'));
  writeFileSync(join(bundles, 'waits', 'waits.js'), waiting('new'));
  service().reload(bundles);
  const next = wait();
  await until(() => held.length === 2);
  held.pop()?.end();
  expect((await next).text).toBe('new');
  await release(1);
  expect((await running).text).toBe('old');
  const last = wait();
  await release(1);
  expect((await last).text).toBe('new');
});
