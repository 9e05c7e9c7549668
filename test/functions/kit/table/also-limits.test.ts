import type { AlsoWrite } from '../../../../functions/kit/table/also/also-write';
import { changeOf, dependingOn, increment, touch } from '../../../../functions/kit/table/also/change-of';
import { creation } from '../../../../functions/kit/table/also/creation';
import { update } from '../../../../functions/kit/table/change';
import { counterKeyOf } from '../../../../functions/kit/table/counter';
import { create } from '../../../../functions/kit/table/create';
import { get } from '../../../../functions/kit/table/get';
import { removalWith } from '../../../../functions/kit/table/remove';
import { startGrown } from '../../../support/dynamodb/grown';
import { anybody, createWare, pieces, wares } from './wares';

const { items, empty } = startGrown();
beforeEach(empty);

const ware = async (id: string) => (await get(wares, { ...anybody, id })).body;
const createPiece = (also: readonly AlsoWrite[], more = {}) =>
  create(pieces, { ...anybody, body: { note: 'new' }, ...more }, { also });
const take = (id: string) => increment(wares, id, { stock: -1 }, { refusal: ['sold-out', 'The ware is sold out.'] });

test('of ten requests for the last three pieces, three succeed', async () => {
  const id = await createWare();
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => createPiece([take(id)])));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  const refused = results.filter((each) => each.status === 'rejected').map(({ reason }) => reason.code);
  expect(new Set(refused)).toEqual(new Set(['sold-out']));
  expect(await ware(id)).toMatchObject({ stock: 0 });
});

test('a repeated creation with the same key gets the first answer, although nothing is left', async () => {
  const id = await createWare({ stock: 1 });
  const withKey = (sent: object) => ({ idempotencyKey: { route: 'POST /pieces', key: 'k', sent: { ...sent } } });
  const results = await Promise.all([1, 2, 3].map(() => createPiece([take(id)], withKey({ note: 'new' }))));
  expect(results.map(({ isReplay }) => isReplay).sort()).toEqual([false, true, true]);
  expect(new Set(results.map(({ body }) => body.id)).size).toBe(1);
  expect(await createPiece([take(id)], withKey({ note: 'new' }))).toMatchObject({ isReplay: true });
  await expect(createPiece([take(id)], withKey({}))).rejects.toMatchObject({ code: 'idempotency-key-reused' });
});

test('more than 20 resources, the resource of the request itself, and a rule for another one are mistakes of the code', async () => {
  const id = await createWare();
  const many = Array.from({ length: 21 }, () => creation(pieces, { note: '' }));
  await expect(createPiece(many)).rejects.toThrow('`also` has 21 resources; at most 20 are allowed.');
  const itself = update(wares, { ...anybody, id }, { also: [touch(wares, id)] });
  await expect(itself).rejects.toThrow(
    `\`also\` writes /wares/${id}, which is written anyway; set its values by \`set\`.`,
  );
  const other = update(wares, { ...anybody, id }, { also: [dependingOn(pieces, () => [touch(wares, id)])] });
  await expect(other).rejects.toThrow('depends on a resource of /pieces, and the request is about one of /wares.');
});

test('the counter of a parent follows its owner, also when a further write changes that', async () => {
  const [id, owner] = [await createWare(), 'o'.repeat(22)];
  await createPiece([changeOf(wares, id, () => Object({ owner }))]);
  const ofWare = (await items()).filter(({ pk, sk }) => sk === id || pk === counterKeyOf('ware', id).pk);
  expect(ofWare.map((item) => item.owner)).toEqual([owner, owner]);
});

test('a deletion by force refuses before the children are gone', async () => {
  const [id, other] = [await createWare(), await createWare({ stock: 0 })];
  await create(pieces, { ...anybody, body: { note: 'new', wareId: id } });
  const before = await items();
  const request = { ...anybody, id, precondition: {}, query: { force: true } };
  const removed = removalWith([pieces])(wares, request, { also: [take(other)] });
  await expect(removed).rejects.toMatchObject({ code: 'sold-out' });
  expect(await items()).toEqual(before);
});

test('what a handler sets or adds in decimals is stored with their places', async () => {
  const id = await createWare();
  const add = (price: number) => increment(wares, id, { price });
  const set = (price: number) => changeOf(wares, id, () => ({ price }));
  const rows = [
    [set(3 * 0.1), 0.3],
    [add(-0.1), 0.2],
    [add(-0.2), 0],
  ] as const;
  for (const [also, price] of rows) {
    await createPiece([also]);
    expect(await ware(id)).toMatchObject({ price });
  }
  await expect(createPiece([add(-0.01)])).rejects.toMatchObject({ code: 'ware-price-too-small' });
});
