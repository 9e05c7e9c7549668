import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { types } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as sdk from '@aws-sdk/lib-dynamodb';
import { build } from 'esbuild';
import fc from 'fast-check';
import { handler as createPost } from '../../../functions/posts/create';
import { handler as getPost } from '../../../functions/posts/get';
import { handler as listPosts } from '../../../functions/posts/list';
import { handler as removePost } from '../../../functions/posts/remove';
import { handler as replacePost } from '../../../functions/posts/replace';
import { handler as updatePost } from '../../../functions/posts/update';
import { client } from '../../../functions/table/client';
import { handler as createUser } from '../../../functions/users/create';
import { handler as getUser } from '../../../functions/users/get';
import { handler as listUsers } from '../../../functions/users/list';
import { handler as removeUser } from '../../../functions/users/remove';
import { handler as replaceUser } from '../../../functions/users/replace';
import { handler as updateUser } from '../../../functions/users/update';
import { bundleOptions } from '../../../lib/build/bundle';
import { createTables } from '../../../lib/local/database/tables';
import { readTemplate } from '../../../lib/local/template/template';
import { root } from '../../../lib/root';
import { useAwakeTimers } from '../../support/awake';
import { eventOf, invoke } from '../../support/event';
import { startOwnDatabase } from '../../support/own-database';
import { startRecorder } from '../../support/recorder';

/*
 * The SDK's own client, ours, and ours as it is bundled: whatever the stores send, all three ask DynamoDB the same, and
 * make the same of what it answers.
 */

type Commands = Record<string, unknown>;
type Client = { send(command: object, options?: object): Promise<object> };
type Side = { readonly client: Client; readonly commands: Commands; readonly recorder: Recorder };
type Recorder = Awaited<ReturnType<typeof startRecorder>>;
type Call = { readonly command: string; readonly input: object };

const sides: Side[] = [];
const closers: (() => unknown)[] = [];
const folder = mkdtempSync(join(tmpdir(), 'users-and-posts-'));
const { tables } = readTemplate(process.env.ASSEMBLY ?? '');

const startTable = async () => {
  // Three databases, because all sides ask with the same table name: DYNAMODB_ENDPOINT would be one.
  const database = await startOwnDatabase();
  await createTables(database.endpoint, tables);
  const recorder = await startRecorder(database.endpoint);
  closers.push(recorder.close, database.close);
  return recorder;
};

const bundled = async (): Promise<Commands & { client: Client }> => {
  const { entryPoints: _, outdir: __, ...options } = bundleOptions(folder);
  const contents = "export { client } from './client'; export * from '#dynamodb';";
  const outfile = join(folder, 'client.cjs');
  const stdin = { contents, resolveDir: join(root, 'functions', 'table') };
  await build({ ...options, stdin, outfile });
  return createRequire(__filename)(outfile);
};

useAwakeTimers();

beforeAll(async () => {
  Object.assign(process.env, { AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'one', AWS_SECRET_ACCESS_KEY: 'two' });
  process.env.TABLE_NAME = tables[0]?.name;
  const [first, second, third] = [await startTable(), await startTable(), await startTable()];
  const plain = new DynamoDBClient({ endpoint: second.url });
  closers.push(() => plain.destroy());
  const lean = await bundled();
  sides.push({ client: client as Client, commands: sdk, recorder: first });
  sides.push({ client: sdk.DynamoDBDocumentClient.from(plain) as Client, commands: sdk, recorder: second });
  sides.push({ client: lean.client, commands: lean, recorder: third });
});
afterAll(async () => {
  for (const close of closers) await close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  for (const { recorder } of sides) recorder.asked.length = 0;
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  // The SDK pauses before it tries again for a random part of some time: no part of it.
  jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  for (const { recorder } of sides) recorder.tell();
  jest.restoreAllMocks();
});

type Failure = Error & { readonly $metadata?: Record<string, unknown> };

const whatCame = (output: object) => {
  const { $metadata = {}, ...members } = output as Failure;
  // `instanceof` does not hold, because jest has a Set of its own.
  const asText = (_: string, value: unknown) => (types.isSet(value) ? { set: [...value] } : value);
  return JSON.parse(JSON.stringify({ ...members, status: $metadata.httpStatusCode }, asText));
};
/** The name and the message of an error are not members to be copied. */
const whatWasThrown = (error: Failure) => {
  const { name, message, $metadata } = error;
  return { ...whatCame(error), name, message, attempts: $metadata?.attempts };
};

const outcomeOf = ({ client, commands, recorder }: Side, { command, input }: Call) => {
  process.env.AWS_ENDPOINT_URL_DYNAMODB = recorder.url;
  const Command = commands[command] as new (input: object) => object;
  return client.send(new Command(structuredClone(input))).then(whatCame, whatWasThrown);
};

/** Users and posts come and go, with all that can be asked of them and refused. */
const live = async (): Promise<void> => {
  const user = (name: string) => ({ name, email: `${name}@example.com` });
  const users = '/api/v1/users';
  const make = async (body: object, headers = {}) => {
    const [handler, path] = 'name' in body ? [createUser, users] : [createPost, '/posts'];
    const answer = await invoke(handler, eventOf(`POST ${path}`, { body, headers }));
    return `${path}/${answer.body.id}`;
  };
  const [ann, bob] = [await make(user('ann')), await make(user('bob'), { 'idempotency-key': 'bob' })];
  const userId = ann.slice(-36);
  await make(user('bob'), { 'idempotency-key': 'bob' });
  await make(user('ann'));
  const [one, two] = [await make({ title: 'One 😀', content: 'é'.repeat(3000), userId }), await make({ title: 'Two' })];
  for (let i = 0; i < 5; i++) await make({ title: `${i}`, userId });
  await make({ title: 'Of nobody', userId: '01890000-0000-7000-8000-000000000000' });
  const stale = { 'if-match': '"stale"' };
  const steps: (readonly [Parameters<typeof invoke>[0], string, Parameters<typeof eventOf>[1]?])[] = [
    [getPost, `GET ${one}`],
    [getUser, `GET ${ann}`],
    [getPost, 'GET /posts/01890000-0000-7000-8000-000000000000'],
    ...['', 'limit=2', 'limit=2&order=asc', `userId=${userId}&limit=3`].map(
      (query) => [listPosts, 'GET /posts', { query, headers: { prefer: 'count=exact' } }] as const,
    ),
    [listPosts, 'GET /posts', { query: `after=${two.slice(-36)}&limit=2` }],
    [listUsers, `GET ${users}`],
    [listUsers, `GET ${users}`, { query: 'email=ann@example.com' }],
    [replacePost, `PUT ${two}`, { body: { title: 'Two again' } }],
    [replacePost, `PUT ${two}`, { body: { title: 'Taken over', userId } }],
    [replacePost, `PUT ${two}`, { body: { title: 'Not seen' }, headers: stale }],
    [replacePost, `PUT ${two}`, { body: { title: 'Not new' }, headers: { 'if-none-match': '*' } }],
    [updatePost, `PATCH ${two}`, { body: { title: 'Taken over' } }],
    [updatePost, `PATCH ${two}`, { body: { userId: null, content: null } }],
    [replaceUser, `PUT ${bob}`, { body: user('bobby') }],
    [updateUser, `PATCH ${bob}`, { body: { email: 'ann@example.com' } }],
    [updateUser, `PATCH ${bob}`, { body: { name: 'B' } }],
    [removeUser, `DELETE ${ann}`],
    [removePost, `DELETE ${one}`, { headers: stale }],
    [removePost, `DELETE ${one}`],
    [removePost, `DELETE ${two}`],
    [removeUser, `DELETE ${ann}`, { query: 'force=true' }],
    [removeUser, `DELETE ${bob}`],
  ];
  for (const [handler, line, parts] of steps)
    expect((await invoke(handler, eventOf(line, parts))).status).toBeLessThan(500);
};

test('all that the stores send is asked and answered alike', async () => {
  const [ours, ...others] = sides as [Side, Side, Side];
  process.env.AWS_ENDPOINT_URL_DYNAMODB = ours.recorder.url;
  const calls: Call[] = [];
  const outcomes: unknown[] = [];
  const { send } = ours.client;
  jest.spyOn(ours.client, 'send').mockImplementation((command, options) => {
    calls.push({ command: command.constructor.name, input: (command as { input: object }).input });
    const sent = send.call(ours.client, command, options);
    outcomes.push(sent.then(whatCame, whatWasThrown));
    return sent;
  });
  await live();
  jest.restoreAllMocks();
  const expected = await Promise.all(outcomes);
  expect(new Set(calls.map(({ command }) => command)).size).toBe(6);
  expect(new Set(expected.map((outcome) => Object(outcome).name))).toEqual(
    new Set([undefined, 'ConditionalCheckFailedException', 'TransactionCanceledException']),
  );
  for (const side of others) {
    const seen = [];
    for (const call of calls) seen.push(await outcomeOf(side, call));
    expect(seen).toEqual(expected);
    expect(side.recorder.asked).toEqual(ours.recorder.asked);
  }
});

/** The outcome of a call on each side, with the requests that it sent. */
const played = async (call: Call) => {
  const all = [];
  for (const side of sides) {
    side.recorder.asked.length = 0;
    all.push({ outcome: await outcomeOf(side, call), asked: [...side.recorder.asked] });
  }
  return all;
};

test('a batch is asked and answered alike', async () => {
  const TableName = process.env.TABLE_NAME ?? '';
  const Item = { pk: 'POST', sk: 'batch', list: [1, null, { pk: true }], Item: 'x' };
  await played({ command: 'PutCommand', input: { TableName, Item } });
  const Keys = ['batch', 'none'].map((sk) => ({ pk: 'POST', sk }));
  const RequestItems = { [TableName]: { Keys, ConsistentRead: true } };
  const input = { RequestItems, ReturnConsumedCapacity: 'TOTAL' };
  const [ours, plain, lean] = await played({ command: 'BatchGetCommand', input });
  expect([ours, lean]).toEqual([plain, plain]);
  expect(lean?.outcome.Responses).toEqual({ [TableName]: [Item] });
});

test('any values are written and read alike, and refused alike', async () => {
  const TableName = process.env.TABLE_NAME ?? '';
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.string({ unit: 'binary' }),
      fc.double(),
      fc.integer(),
      fc.constantFrom(Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 2 ** 53, -0, 5e-324, 1e126),
      fc.boolean(),
      fc.constant(null),
      fc.uniqueArray(fc.string({ maxLength: 5 }), { maxLength: 3 }).map((values) => new Set(values)),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.string(), tie('value'), { maxKeys: 3 }),
    ),
  }));
  const items = fc.dictionary(fc.string({ minLength: 1, maxLength: 5 }), value, { maxKeys: 4 });
  let written = 0;
  await fc.assert(
    fc.asyncProperty(items, async (attributes) => {
      const Key = { pk: 'ANY', sk: 'one' };
      const [ours, plain, lean] = await played({
        command: 'PutCommand',
        input: { TableName, Item: { ...attributes, ...Key } },
      });
      expect([ours, lean]).toEqual([plain, plain]);
      if (plain?.outcome.status !== 200) return;
      written++;
      const [, ...both] = await played({ command: 'GetCommand', input: { TableName, Key } });
      expect(both[1]).toEqual(both[0]);
    }),
    { numRuns: 60 },
  );
  expect(written).toBeGreaterThan(5);
});

/** The one difference: the SDK makes 4 attempts by default, this service 3 (functions/table/retry-strategy.ts says why). */
const ATTEMPTS = { sdk: 4, ours: 3 };
const asOurs = (attempts: number) => (attempts === ATTEMPTS.sdk ? ATTEMPTS.ours : attempts);

const code = (name: string, rest = {}) => ({
  __type: `com.amazonaws.dynamodb.v20120810#${name}`,
  message: 'No.',
  ...rest,
});
const stored = { pk: { S: 'POST' }, n: { N: '1.5' }, list: { L: [{ BOOL: true }, { NULL: true }] } };

test.each([
  [400, code('ConditionalCheckFailedException')],
  [400, code('ConditionalCheckFailedException', { Item: stored })],
  [400, code('IdempotentParameterMismatchException')],
  [400, code('ItemCollectionSizeLimitExceededException')],
  [400, code('ProvisionedThroughputExceededException')],
  [400, code('ReplicatedWriteConflictException')],
  [400, code('RequestLimitExceeded')],
  [400, code('ResourceNotFoundException')],
  [400, code('ThrottlingException')],
  [400, code('TransactionCanceledException', { CancellationReasons: [{ Code: 'None' }, { Code: 'X', Item: stored }] })],
  [400, code('TransactionConflictException')],
  [400, code('TransactionInProgressException')],
  [400, { __type: 'com.amazon.coral.validate#ValidationException', message: 'No.' }],
  [400, { __type: 'com.amazon.coral.service#AccessDeniedException', Message: 'No.' }],
  [400, { __type: 'com.amazon.coral.service#UnrecognizedClientException', message: 'No.' }],
  [400, { __type: 'com.amazon.coral.service#SerializationException' }],
  [400, { code: 'ThrottlingException', message: 'No.' }],
  [400, { message: 'No.' }],
  [413, code('RequestEntityTooLarge')],
  [500, code('InternalServerError')],
  [503, { __type: 'com.amazon.coral.availability#ServiceUnavailable', message: 'No.' }],
])('an answer %i %j is taken alike', async (status, body) => {
  const call = { command: 'GetCommand', input: { TableName: 'table', Key: { pk: 'POST', sk: '1' } } };
  const outcomes = [];
  for (const side of sides) {
    side.recorder.tell({ status, body: JSON.stringify(body) });
    side.recorder.asked.length = 0;
    outcomes.push({ outcome: await outcomeOf(side, call), asked: side.recorder.asked.length });
  }
  const [ours, plain, lean] = outcomes;
  expect(plain?.asked).toBe(plain?.outcome.attempts);
  const expected = {
    outcome: { ...plain?.outcome, attempts: asOurs(plain?.outcome.attempts) },
    asked: asOurs(plain?.asked ?? 0),
  };
  expect(ours).toEqual(expected);
  expect(lean).toEqual(expected);
});

test('an error whose name is in a header is taken alike', async () => {
  const call = { command: 'GetCommand', input: { TableName: 'table', Key: { pk: 'POST', sk: '1' } } };
  const outcomes = [];
  for (const side of sides) {
    const headers = { 'x-amzn-errortype': 'ThrottlingException:http://internal.amazon.com/coral/' };
    side.recorder.tell({ status: 400, body: '{"message":"No."}', headers });
    outcomes.push(await outcomeOf(side, call));
  }
  const [ours, plain, lean] = outcomes;
  expect(plain).toMatchObject({ name: 'ThrottlingException', attempts: ATTEMPTS.sdk });
  expect([ours, lean]).toEqual([0, 0].map(() => ({ ...plain, attempts: ATTEMPTS.ours })));
});

test.each<[string, number | undefined, Parameters<Recorder['tell']>[0]]>([
  ['a reply that is no JSON', 1, { status: 200, body: '{oops}' }],
  ['an error that is no JSON', 4, { status: 503, body: '{oops}' }],
  ['a connection that is reset', 4, 'reset'],
])('%s is tried as often', async (_, attempts, told) => {
  const call = { command: 'GetCommand', input: { TableName: 'table', Key: { pk: 'POST', sk: '1' } } };
  const outcomes = [];
  for (const side of sides) {
    side.recorder.tell(told);
    const { name, status, attempts } = await outcomeOf(side, call);
    outcomes.push({ name, status, attempts });
  }
  const [ours, plain, lean] = outcomes;
  expect(plain?.attempts).toBe(attempts);
  expect([ours, lean]).toEqual([0, 0].map(() => ({ ...plain, attempts: asOurs(attempts ?? 0) })));
});

test('a reply that is cut is tried again', async () => {
  const call = { command: 'GetCommand', input: { TableName: 'table', Key: { pk: 'POST', sk: '1' } } };
  const attempts = [];
  for (const side of sides) {
    side.recorder.tell('cut');
    attempts.push((await outcomeOf(side, call)).attempts);
  }
  expect(attempts).toEqual([3, 4, 3]);
});

test('the pauses before a call is tried again are alike', async () => {
  jest.mocked(Math.random).mockReturnValue(0.999);
  const call = { command: 'GetCommand', input: { TableName: 'table', Key: { pk: 'POST', sk: '1' } } };
  const pauses = [];
  for (const side of sides) {
    side.recorder.tell({ status: 500, body: JSON.stringify(code('InternalServerError')) });
    const timers = jest.spyOn(globalThis, 'setTimeout');
    await outcomeOf(side, call);
    pauses.push(timers.mock.calls.flatMap(([, ms = 0]) => (ms > 0 && ms < 500 ? [ms] : [])));
    timers.mockRestore();
  }
  expect(pauses).toEqual([
    [24, 49],
    [24, 49, 99],
    [24, 49],
  ]);
});
