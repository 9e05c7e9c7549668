import { startGrown } from '../../../support/dynamodb/grown';
import { askCrates, manyNames } from './crates';

const { items, empty, lastUnits } = startGrown();
beforeEach(empty);

const address = { street: 'Main Street 1', city: 'Bonn', place: { lat: 50.7, lon: 7.1 } };

const createCrate = async (body: object = {}) => {
  const { status, body: crate } = await askCrates('POST /crates', { body: { address, ...body } });
  expect(status).toBe(201);
  return `/crates/${crate.id}`;
};
const errorsOf = (body: { readonly errors: readonly Readonly<Record<'pointer' | 'rule', string>>[] }) =>
  body.errors.map(({ pointer, rule }) => `${pointer} ${rule}`);

test('an object is stored as a map, and shown with the defaults of its members', async () => {
  const parts = [{ sku: 'a', count: 2 }];
  const path = await createCrate({ sender: { name: 'Ada' }, parts });
  const sender = { name: 'Ada', country: 'DE' };
  expect((await askCrates(`GET ${path}`)).body).toMatchObject({ address, sender, parts });
  expect(await items()).toEqual([expect.objectContaining({ address, sender, parts })]);
});

describe('a PATCH', () => {
  test.each([
    ['changes one member', { address: { city: 'Köln' } }, { address: { ...address, city: 'Köln' } }],
    ['adds a member', { address: { zip: '1' } }, { address: { ...address, zip: '1' } }],
    ['removes a member', { address: { place: null } }, { address: { street: address.street, city: 'Bonn' } }],
    [
      'changes a member three deep',
      { address: { place: { lat: 1 } } },
      { address: { ...address, place: { lat: 1, lon: 7.1 } } },
    ],
    [
      'changes two objects',
      { address: { zip: '1' }, sender: { name: 'Eve' } },
      { address: { ...address, zip: '1' }, sender: { name: 'Eve', country: 'FR' } },
    ],
    ['resets a member to its default', { sender: { country: null } }, { sender: { name: 'Ada', country: 'DE' } }],
    ['replaces a list', { parts: [{ sku: 'c', count: 1 }] }, { parts: [{ sku: 'c', count: 1 }] }],
    ['removes an object', { sender: null }, { sender: undefined }],
  ])('%s by one conditional update', async (_, body, expected) => {
    const path = await createCrate({
      sender: { name: 'Ada', country: 'FR' },
      parts: [
        { sku: 'a', count: 2 },
        { sku: 'b', count: 3 },
      ],
    });
    const before = (await askCrates(`GET ${path}`)).body;
    const changed = await askCrates(`PATCH ${path}`, { body });
    expect([changed.status, lastUnits()]).toEqual([200, { readUnits: 0, writeUnits: 1 }]);
    expect(changed.body).toEqual({ ...before, ...expected, updatedAt: changed.body.updatedAt });
    expect((await askCrates(`GET ${path}`)).body).toEqual(changed.body);
  });

  test.each([
    [{ address: { city: 'Bonn', place: { lon: 7.1 } } }],
    [{ address }],
    [{ address: { zip: null } }],
    [{ parts: [{ sku: 'a', count: 1, weight: 0 }] }],
    ['{"parts":[{"weight":-0,"count":1,"sku":"a"}]}'],
    [{ address: {} }],
  ])('without effect keeps the ETag: %j', async (body) => {
    const path = await createCrate({ parts: [{ sku: 'a', count: 1, weight: 0 }] });
    const before = await askCrates(`GET ${path}`);
    const after = await askCrates(`PATCH ${path}`, { body });
    expect([after.status, after.headers.etag, after.body]).toEqual([200, before.headers.etag, before.body]);
  });

  test('with the default of a member that the stored object lacks keeps the ETag', async () => {
    const path = await createCrate();
    const after = await askCrates(`PATCH /v2${path}`, { body: { address: { floor: 0 } } });
    expect([after.body.address.floor, after.headers.etag]).toEqual([0, (await askCrates(`GET ${path}`)).headers.etag]);
  });

  test('makes an object that the item lacks, if the object is then whole', async () => {
    const path = await createCrate();
    const refused = await askCrates(`PATCH ${path}`, { body: { sender: { country: 'FR' } } });
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'sender-incomplete', detail: expect.stringContaining('no name') },
    });
    expect(errorsOf(refused.body)).toEqual(['#/sender/name required']);
    expect((await askCrates(`PATCH ${path}`, { body: { sender: {} } })).status).toBe(422);
    const made = await askCrates(`PATCH ${path}`, { body: { sender: { name: 'Eve' } } });
    expect([made.status, made.body.sender]).toEqual([200, { name: 'Eve', country: 'DE' }]);
  });

  test('of more members than an expression of DynamoDB takes changes all of them', async () => {
    const path = await createCrate();
    const many = Object.fromEntries(manyNames.map((name) => [name, 1]));
    const changed = await askCrates(`PATCH ${path}`, { body: { many } });
    expect([changed.status, changed.body.many]).toEqual([200, many]);
    const half = Object.fromEntries(Object.entries(many).map(([name], at) => [name, at % 2]));
    expect((await askCrates(`PATCH ${path}`, { body: { many: half } })).body.many).toEqual(half);
  });

  test('of two members at once loses neither', async () => {
    const path = await createCrate();
    await Promise.all([
      askCrates(`PATCH ${path}`, { body: { address: { zip: '1' } } }),
      askCrates(`PATCH ${path}`, { body: { address: { city: 'Ulm' } } }),
    ]);
    expect((await askCrates(`GET ${path}`)).body.address).toEqual({ ...address, zip: '1', city: 'Ulm' });
  });
});

describe('versions', () => {
  test('show a renamed member, and keep one that they do not know', async () => {
    const path = await createCrate();
    expect((await askCrates(`GET /v2${path}`)).body.address).toEqual({
      ...address,
      street: 'Bonn',
      city: 'Main Street 1',
      floor: 0,
    });
    const noted = await askCrates(`PATCH /v2${path}`, {
      body: { address: { note: 'ring twice', city: 'Side Street 2' } },
    });
    expect(noted.body.address).toMatchObject({ ...address, street: 'Bonn', city: 'Side Street 2', note: 'ring twice' });
    const replaced = await askCrates(`PUT ${path}`, { body: { address: { street: 'Hill 3', city: 'Ulm' } } });
    expect(replaced.body.address).toEqual({ street: 'Hill 3', city: 'Ulm' });
    expect((await askCrates(`GET /v2${path}`)).body.address).toEqual({
      street: 'Ulm',
      city: 'Hill 3',
      note: 'ring twice',
      floor: 0,
    });
  });
});
