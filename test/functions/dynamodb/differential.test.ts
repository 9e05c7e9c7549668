import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { type ClientCall, outcomeOf, type TestedClient, useClients } from '../../support/dynamodb/clients';
import { ask } from '../../support/resources';

/*
 * Compares the service's client with the SDK's own: each sends the same requests, and returns the same results.
 */

const { clients, send, sendAll } = useClients({ hasTables: true });

/** Uses every route, with each of its errors. */
const useService = async (): Promise<void> => {
  const user = (name: string) => ({ name, email: `${name}@example.com` });
  const users = '/api/v1/users';
  const nobody = '01890000-0000-7000-8000-000000000000';
  const make = async (body: object, headers = {}) => {
    const path = 'name' in body ? users : '/posts';
    const response = await ask(`POST ${path}`, { body, headers });
    return `${path}/${response.body.id}`;
  };
  const [ann, bob] = [await make(user('ann')), await make(user('bob'), { 'idempotency-key': 'bob' })];
  const userId = ann.slice(-36);
  await make(user('bob'), { 'idempotency-key': 'bob' });
  await make(user('ann'));
  const [one, two] = [await make({ title: 'One 😀', content: 'é'.repeat(3000), userId }), await make({ title: 'Two' })];
  for (let i = 0; i < 5; i++) await make({ title: `${i}`, userId });
  await make({ title: 'Of nobody', userId: nobody });
  const stale = { 'if-match': '"stale"' };
  const count = { prefer: 'count=exact' };
  const steps: [line: string, body?: object, headers?: Record<string, string>][] = [
    [`GET ${one}`],
    [`GET ${ann}`],
    [`GET /posts/${nobody}`],
    ...['', '?limit=2', '?limit=2&order=asc', `?userId=${userId}&limit=3`].map((query): (typeof steps)[number] => [
      `GET /posts${query}`,
      undefined,
      count,
    ]),
    [`GET /posts?after=${two.slice(-36)}&limit=2`],
    [`GET ${users}`],
    [`GET ${users}?email=ann@example.com`],
    [`PUT ${two}`, { title: 'Two again' }],
    [`PUT ${two}`, { title: 'Taken over', userId }],
    [`PUT ${two}`, { title: 'Not seen' }, stale],
    [`PUT ${two}`, { title: 'Not new' }, { 'if-none-match': '*' }],
    [`PATCH ${two}`, { title: 'Taken over' }],
    [`PATCH ${two}`, { userId: null, content: null }],
    [`PUT ${bob}`, user('bobby')],
    [`PATCH ${bob}`, { email: 'ann@example.com' }],
    [`PATCH ${bob}`, { name: 'B' }],
    [`DELETE ${ann}`],
    [`DELETE ${one}`, undefined, stale],
    [`DELETE ${one}`],
    [`DELETE ${two}`],
    [`DELETE ${ann}?force=true`],
    [`DELETE ${bob}`],
  ];
  for (const [line, body, headers] of steps) expect((await ask(line, { body, headers })).status).toBeLessThan(500);
};

test('every command of the service is sent alike, and has the same outcome', async () => {
  const [ours, ...others] = clients as [TestedClient, TestedClient, TestedClient];
  process.env.AWS_ENDPOINT_URL_DYNAMODB = ours.recorder.url;
  const calls: ClientCall[] = [];
  const outcomes: Promise<unknown>[] = [];
  const { send: original } = ours.client;
  jest.spyOn(ours.client, 'send').mockImplementation((command, options) => {
    calls.push({ command: command.constructor.name, input: (command as { input: object }).input });
    const sent = original.call(ours.client, command, options);
    outcomes.push(outcomeOf(sent));
    return sent;
  });
  await useService();
  jest.restoreAllMocks();
  const expected = await Promise.all(outcomes);
  expect(new Set(calls.map(({ command }) => command)).size).toBe(5);
  expect(new Set(expected.map((outcome) => Object(outcome).name))).toEqual(
    new Set([undefined, 'ConditionalCheckFailedException', 'TransactionCanceledException']),
  );
  for (const other of others) {
    const seen = [];
    for (const call of calls) seen.push(await send(other, call));
    expect(seen).toEqual(expected);
    expect(other.recorder.asked).toEqual(ours.recorder.asked);
  }
});

const putOf = (TableName: string, Item: object) => {
  const input = { TransactItems: [{ Put: { TableName, Item } }], ClientRequestToken: randomUUID() };
  return { command: 'TransactWriteCommand', input };
};

test('a batch is sent alike, and has the same outcome', async () => {
  const TableName = process.env.TABLE_NAME ?? '';
  const Item = { pk: 'POST', sk: 'batch', list: [1, null, { pk: true }], Item: 'x' };
  await sendAll(putOf(TableName, Item));
  const Keys = ['batch', 'none'].map((sk) => ({ pk: 'POST', sk }));
  const RequestItems = { [TableName]: { Keys, ConsistentRead: true } };
  const input = { RequestItems, ReturnConsumedCapacity: 'TOTAL' };
  const [ours, plain, lean] = await sendAll({ command: 'BatchGetCommand', input });
  expect([ours, lean]).toEqual([plain, plain]);
  expect(lean?.outcome.Responses).toEqual({ [TableName]: [Item] });
});

/** Any character but half a surrogate pair. fast-check's unit `binary` takes 0.6 s to make. */
const codePoint = fc
  .integer({ min: 0, max: 0x10ffff })
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

test('every value is written and read alike, or refused alike', async () => {
  const TableName = process.env.TABLE_NAME ?? '';
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.string({ unit: codePoint }),
      fc.double(),
      fc.integer(),
      fc.constantFrom(Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 2 ** 53, -0, 5e-324, 1e126),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.string(), tie('value'), { maxKeys: 3 }),
    ),
  }));
  const items = fc.dictionary(fc.string({ minLength: 1, maxLength: 5 }), value, { maxKeys: 4 });
  let written = 0;
  const property = fc.asyncProperty(items, async (attributes) => {
    const Key = { pk: 'ANY', sk: 'one' };
    const [ours, plain, lean] = await sendAll(putOf(TableName, { ...attributes, ...Key }));
    expect([ours, lean]).toEqual([plain, plain]);
    if (plain?.outcome.status !== 200) return;
    written++;
    const [, ...both] = await sendAll({ command: 'GetCommand', input: { TableName, Key } });
    expect(both[1]).toEqual(both[0]);
  });
  await fc.assert(property, { numRuns: 40 });
  expect(written).toBeGreaterThan(5);
});
