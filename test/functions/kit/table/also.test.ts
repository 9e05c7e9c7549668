import { Problem } from '../../../../functions/kit/rules/problem';
import type { AlsoWrite } from '../../../../functions/kit/table/also/also-write';
import { changeOf, dependingOn, increment, touch } from '../../../../functions/kit/table/also/change-of';
import { creation } from '../../../../functions/kit/table/also/creation';
import { change, replace, update } from '../../../../functions/kit/table/change';
import { create } from '../../../../functions/kit/table/create';
import { get, lookUp } from '../../../../functions/kit/table/get';
import { remove } from '../../../../functions/kit/table/remove';
import { startGrown } from '../../../support/dynamodb/grown';
import { idOf } from '../../../support/unit/table';
import { anybody, createWare, pieces, wares } from './wares';

const { items, empty } = startGrown();
beforeEach(empty);

const ware = async (id: string) => (await get(wares, { ...anybody, id })).body;
const createPiece = (also: readonly AlsoWrite[], more = {}) =>
  create(pieces, { ...anybody, body: { note: 'new' }, ...more }, { also });
const soldOut = ['sold-out', 'The ware is sold out.'] as const;
const take = (id: string, by = 1) => increment(wares, id, { stock: -by }, { refusal: soldOut });
const path = (id: string) => `/wares/${id}`;

test('further writes are made along with a creation, a change, a replacement and a deletion', async () => {
  const [id, other] = [await createWare(), await createWare()];
  const piece = (await createPiece([take(id)])).body.id;
  await update(pieces, { ...anybody, id: piece }, { set: { note: 'kept' }, also: [take(id)] });
  const body = { note: 'put' };
  await replace(pieces, { ...anybody, id: piece, body, precondition: {}, isCreation: false }, { also: [take(id)] });
  expect(await ware(id)).toMatchObject({ stock: 0 });
  await change(pieces, { ...anybody, id: piece }, ({ note }) => ({ also: [take(other, note.length)] }));
  const deletion = { ...anybody, id: piece, precondition: {} };
  const unsold = remove(pieces, deletion, { also: [dependingOn(pieces, ({ note }) => [take(other, note.length)])] });
  await expect(unsold).rejects.toMatchObject({ code: 'sold-out' });
  await remove(pieces, deletion, { also: [increment(wares, id, { stock: 2 })] });
  expect([(await ware(id)).stock, (await ware(other)).stock]).toEqual([2, 0]);
});

test('claims, counts and the entries of sorted lists follow', async () => {
  const id = await createWare({ code: 'a' });
  const added = creation(pieces, { note: 'also', wareId: id });
  await createPiece([changeOf(wares, id, ({ stock }) => ({ code: 'b', stock: stock + 1 })), added]);
  await createWare({ code: 'a' });
  await expect(createWare({ code: 'b' })).rejects.toMatchObject({ code: 'code-taken' });
  const stored = await items();
  expect(stored.find(({ sk }) => sk === id)).toMatchObject({ stock__sort: `c010000000000000\u0001${id}` });
  expect(stored).toContainEqual(expect.objectContaining({ piece_wareId: id, sk: added.id }));
  expect(stored).toContainEqual(expect.objectContaining({ pk: `COUNT#WARE#${id}`, children__total: 1 }));
});

test('a refusal names each resource that refuses, and leaves all as they were', async () => {
  const [one, other, third] = [await createWare(), await createWare(), await createWare()];
  const before = await items();
  const refused = createPiece([take(one, 4), take(third), take(other, 5)]);
  await expect(refused).rejects.toMatchObject({
    status: 409,
    code: 'sold-out',
    message: 'The ware is sold out.',
    extras: {
      errors: [one, other].map((id) => ({ resource: path(id), rule: 'too-small', detail: 'The ware is sold out.' })),
    },
  });
  const rows = [
    [
      [increment(wares, one, { stock: 7 })],
      { code: 'ware-stock-too-large', message: 'The stock of the ware would be more than 9.' },
    ],
    [[increment(wares, one, { stock: -1 }, { min: 3 })], { code: 'ware-stock-too-small' }],
    [[touch(wares, idOf(1))], { status: 422, code: 'unknown-ware' }],
    [[take(one), changeOf(wares, other, () => ({ step: 'lost' }))], { code: 'step-not-possible' }],
    [[take(one), creation(pieces, { note: '', wareId: idOf(1) })], { code: 'unknown-ware' }],
  ] as const;
  for (const [also, problem] of rows) await expect(createPiece(also)).rejects.toMatchObject(problem);
  await expect(
    createPiece([
      take(one, 4),
      changeOf(wares, other, () => {
        throw new Problem(409, 'no', 'No.');
      }),
    ]),
  ).rejects.toMatchObject({ code: 'sold-out' });
  expect(await items()).toEqual(before);
});

test('several changes of one resource are one, each of what the one before it sets', async () => {
  const id = await createWare();
  const { rev } = await get(wares, { ...anybody, id });
  await createPiece([take(id), take(id), touch(wares, id)]);
  expect(await ware(id)).toMatchObject({ stock: 1 });
  await createPiece([touch(wares, id)]);
  expect((await get(wares, { ...anybody, id })).rev).not.toBe(rev);
  await expect(createPiece([take(id), take(id)])).rejects.toMatchObject({ code: 'sold-out' });
});

test('a parent is checked before a rule sees it', async () => {
  const mine = { caller: { id: 'm'.repeat(22), isAdmin: false } };
  const theirs = { caller: { id: 't'.repeat(22), isAdmin: false } };
  const { id } = (await create(wares, { ...mine, body: { stock: 0 } })).body;
  const body = { note: 'new', wareId: id };
  const errors = (rule: string) => ({ errors: [expect.objectContaining({ pointer: '#/wareId', rule })] });
  const rows = [
    [
      () => createPiece([take(id)], { ...theirs, body }),
      { status: 403, code: 'not-owner', extras: errors('forbidden') },
    ],
    [() => createPiece([take(id)], { ...mine, body }), { status: 409, code: 'sold-out' }],
    [
      () => createPiece([take(idOf(1))], { ...mine, body: { ...body, wareId: idOf(1) } }),
      { status: 422, code: 'unknown-ware', extras: errors('unknown') },
    ],
  ] as const;
  for (const [createAs, problem] of rows) await expect(createAs()).rejects.toMatchObject(problem);
});

test('a change that changes nothing writes nothing, unless a further write does', async () => {
  const id = await createWare();
  const piece = (await createPiece([])).body.id;
  const patch = (also: readonly AlsoWrite[]) =>
    update(pieces, { ...anybody, id: piece, body: { note: 'new' } }, { also });
  const before = await items();
  await patch([changeOf(wares, id, ({ stock }) => ({ stock }))]);
  expect(await items()).toEqual(before);
  for (const also of [[touch(wares, id)], [take(id)], [creation(pieces, { note: '' })]]) {
    const { rev } = await get(pieces, { ...anybody, id: piece });
    expect((await patch(also)).rev).not.toBe(rev);
  }
  expect(await lookUp(wares, id)).toMatchObject({ stock: 2 });
  expect(await lookUp(wares, idOf(1))).toBeUndefined();
});

test('a creation takes an id that a client chose, too', async () => {
  const id = await createWare();
  const request = { ...anybody, id: idOf(2), body: { note: 'put' }, precondition: {}, isCreation: true };
  await replace(pieces, request, { also: [take(id)] });
  await expect(replace(pieces, request, { also: [take(id)] })).rejects.toMatchObject({ code: 'exists' });
  expect(await ware(id)).toMatchObject({ stock: 2 });
});
