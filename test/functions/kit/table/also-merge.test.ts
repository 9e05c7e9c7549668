import type { Entity } from '../../../../functions/kit/entity';
import { TOTAL } from '../../../../functions/kit/model/relation';
import { Problem } from '../../../../functions/kit/rules/problem';
import type { AlsoWrite } from '../../../../functions/kit/table/also/also-write';
import { changeOf, dependingOn, increment, touch } from '../../../../functions/kit/table/also/change-of';
import { creation } from '../../../../functions/kit/table/also/creation';
import { replace, update } from '../../../../functions/kit/table/change';
import { counterKeyOf } from '../../../../functions/kit/table/counter';
import { create } from '../../../../functions/kit/table/create';
import { get } from '../../../../functions/kit/table/get';
import { remove } from '../../../../functions/kit/table/remove';
import { startGrown } from '../../../support/dynamodb/grown';
import { idOf } from '../../../support/unit/table';
import { anybody, createWare, pieces, wares } from './wares';

/*
 * Writes of one item that several resources of a request ask for. DynamoDB refuses a transaction that has an item twice.
 */

const { items, empty } = startGrown();
beforeEach(empty);

const at = (id: string) => ({ ...anybody, id });
const read = async (entity: Entity, id: string) => (await get(entity, at(id))).body as Record<string, unknown>;
const createPiece = (also: readonly AlsoWrite[], body = {}) =>
  create(pieces, { ...anybody, body: { note: 'new', ...body } }, { also });
const childrenOf = async (id: string) =>
  (await items()).find(({ pk }) => pk === counterKeyOf('ware', id).pk)?.[TOTAL] ?? 0;

test('a value that one resource gives up and another one takes stays unique', async () => {
  const [one, other] = [await createWare({ code: 'a' }), await createWare({ code: 'b' })];
  await update(wares, at(one), { set: { code: 'b' }, also: [changeOf(wares, other, () => ({ code: 'a' }))] });
  expect([(await read(wares, one)).code, (await read(wares, other)).code]).toEqual(['b', 'a']);
  await remove(wares, { ...at(one), precondition: {} }, { also: [changeOf(wares, other, () => ({ code: 'b' }))] });
  await expect(createWare({ code: 'b' })).rejects.toMatchObject({ code: 'code-taken' });
  await createWare({ code: 'a' });
  const twice = createPiece([creation(wares, { code: 'c' }), creation(wares, { code: 'c' })]);
  await expect(twice).rejects.toMatchObject({ status: 409, code: 'code-taken' });
});

test('a parent and its children are created together, and its count is right', async () => {
  const ware = creation(wares, { stock: 1 });
  const child = () => creation(pieces, { note: 'also', wareId: ware.id });
  await createPiece([ware, child(), child()], { wareId: ware.id });
  expect((await items()).filter(({ piece_wareId: id }) => id === ware.id)).toHaveLength(3);
  const late = createPiece([child()], { wareId: idOf(1) });
  await expect(late).rejects.toMatchObject({ code: 'unknown-ware', extras: { errors: [{ pointer: '#/wareId' }] } });
  expect(await childrenOf(ware.id)).toBe(3);
});

test('a parent is deleted together with its last child alone', async () => {
  const id = await createWare();
  const createChild = async () => (await createPiece([], { wareId: id })).body.id;
  const [one, other] = [await createChild(), await createChild()];
  const removeWith = (...children: readonly string[]) =>
    remove(
      wares,
      { ...at(id), precondition: {} },
      { also: children.map((each) => changeOf(pieces, each, () => ({ wareId: undefined }))) },
    );
  await expect(removeWith(one)).rejects.toMatchObject({ code: 'ware-has-children' });
  await removeWith(one, other);
  expect((await items()).map(({ pk }) => pk)).toEqual(['PIECE', 'PIECE']);
});

test('errors name the resource that a further write is about', async () => {
  const [id, other] = [await createWare({ code: 'a' }), await createWare()];
  const rows = [
    [changeOf(wares, other, () => ({ code: 'a' })), 'taken'],
    [changeOf(wares, other, () => ({ step: 'lost' })), 'not-allowed'],
    [
      changeOf(wares, other, () => {
        throw new Problem(409, 'no', 'No.');
      }),
      'not-allowed',
    ],
    [increment(wares, other, { stock: -9 }, { min: -99 }), 'too-small'],
  ] as const;
  for (const [write, rule] of rows) {
    const resource = `/wares/${other}`;
    await expect(createPiece([touch(wares, id), write])).rejects.toMatchObject({
      extras: { errors: [{ resource, rule }] },
    });
  }
});

test('a repeated creation under an id is answered 412, although nothing is left', async () => {
  const id = await createWare({ stock: 1 });
  const request = { ...at(idOf(2)), body: { note: 'put' }, precondition: {}, isCreation: true };
  const put = () => replace(pieces, request, { also: [increment(wares, id, { stock: -1 })] });
  await put();
  await expect(put()).rejects.toMatchObject({ status: 412, code: 'exists' });
});

test('a foreign parent is a 403, whatever a rule says', async () => {
  const mine = { caller: { id: 'm'.repeat(22), isAdmin: false } };
  const theirs = { caller: { id: 't'.repeat(22), isAdmin: false } };
  const { id } = (await create(wares, { ...mine, body: { code: 'a' } })).body;
  const rule = changeOf(wares, await createWare({ stock: 0 }), () => {
    throw new Problem(409, 'secret', 'Secret.');
  });
  const createAs = (body: object, also: readonly AlsoWrite[]) =>
    create(pieces, { ...theirs, body: { note: '', ...body } }, { also });
  const foreign = { status: 403, code: 'not-owner' };
  await expect(createAs({ wareId: id }, [rule])).rejects.toMatchObject(foreign);
  const tell = changeOf(wares, id, () => {
    throw new Problem(409, 'secret', 'Secret.');
  });
  const child = creation(pieces, { note: '', wareId: id });
  const extras = { errors: [{ resource: `/pieces/${child.id}` }] };
  await expect(createAs({}, [child, tell])).rejects.toMatchObject({ ...foreign, extras });
});

test('a mistake of a handler is an error, and writes nothing', async () => {
  const id = await createWare();
  const before = await items();
  const created = creation(pieces, { note: '' });
  const rows = [
    [
      createPiece([changeOf(wares, id, () => ({ stock: Number.NaN }))]),
      'sets stock of /wares, which must be an integer, not NaN.',
    ],
    [
      createPiece([changeOf(wares, id, () => ({ total: 0.5 }))]),
      'sets total of /wares, which must be an integer, not 0.5.',
    ],
    [createPiece([changeOf(wares, id, () => ({ step: undefined }))]), 'sets step of /wares, which is required.'],
    [createPiece([changeOf(wares, id, (ware) => ({ ...ware, typo: 1 }))]), 'sets typo of /wares, which is no field.'],
    [createPiece([created, touch(pieces, created.id)]), 'creates /pieces/'],
    [createPiece([touch(wares, id), touch({ ...wares, path: '/wares-v2' }, id)]), 'are one resource; use one version'],
    [
      createPiece(Array.from({ length: 20 }, (_, i) => creation(pieces, { note: '', wareId: idOf(i) }))),
      'No ware has this',
    ],
    [update(wares, at(id), { set: { placedBy: 'x'.repeat(10) } }), 'sets placedBy of /wares, which must be at most 9'],
    [update(wares, at(id), { set: { marks: ['new', 'newer'] } }), 'sets marks/1 of /wares, which must be at most 3'],
  ] as const;
  for (const [write, error] of rows) await expect(write).rejects.toThrow(error);
  await update(wares, at(id), { set: await read(wares, id) });
  expect(await items()).toEqual(before);
});

test('writes that depend on the resource may stand in others that do', async () => {
  const id = await createWare();
  const piece = (await createPiece([], { wareId: id })).body.id;
  const take = dependingOn(pieces, ({ wareId }) => [increment(wares, String(wareId), { stock: -1 })]);
  await update(pieces, at(piece), { set: { note: 'x' }, also: [dependingOn(pieces, () => [take, take])] });
  expect(await read(wares, id)).toMatchObject({ stock: 1 });
});
