import { Problem } from '../../../../functions/kit/rules/problem';
import { change, replace, update } from '../../../../functions/kit/table/change';
import { create } from '../../../../functions/kit/table/create';
import { get } from '../../../../functions/kit/table/get';
import { startGrown } from '../../../support/dynamodb/grown';
import { anybody, createWare, wares } from './wares';

const { items, empty } = startGrown();
beforeEach(empty);

const read = (id: string) => get(wares, { ...anybody, id });
const sold = new Problem(409, 'sold', 'The ware is sold.');

describe('a rule that looks at the item', () => {
  test('gets the resource, and returns what to set', async () => {
    const id = await createWare();
    const { body } = await change(wares, { ...anybody, id }, ({ stock, total }) => ({ set: { total: total + stock } }));
    expect(body).toMatchObject({ id, stock: 3, total: 3 });
    expect((await read(id)).body).toEqual(body);
  });

  test('writes nothing when it refuses, or when the item has all values', async () => {
    const id = await createWare();
    const before = await items();
    await expect(
      change(wares, { ...anybody, id }, () => {
        throw sold;
      }),
    ).rejects.toBe(sold);
    const { rev } = await change(wares, { ...anybody, id }, ({ stock }) => ({ set: { stock } }));
    expect(await items()).toEqual(before);
    expect(rev).toBe((await read(id)).rev);
  });

  test('runs again when another request was faster, so that none of ten changes is lost', async () => {
    const id = await createWare();
    const add = () => change(wares, { ...anybody, id }, ({ total }) => ({ set: { total: total + 1 } }));
    await Promise.all(Array.from({ length: 10 }, add));
    expect((await read(id)).body.total).toBe(10);
  });

  test('does not run for a resource that is missing, foreign or not as If-Match says', async () => {
    const rule = jest.fn(() => ({}));
    const id = await createWare();
    const owner = { id: 'x'.repeat(22), isAdmin: false };
    const wrong = [
      [{ ...anybody, id: id.replace(/.$/, 'x') }, { code: 'not-found' }],
      [{ id, caller: owner }, { code: 'not-owner' }],
      [{ ...anybody, id, precondition: { ifMatch: ['old'] } }, { code: 'stale' }],
    ] as [Parameters<typeof change>[1], object][];
    for (const [request, problem] of wrong) await expect(change(wares, request, rule)).rejects.toMatchObject(problem);
    expect(rule).not.toHaveBeenCalled();
  });
});

describe('a state', () => {
  const cannot = (become: string, reason: string) => ({
    status: 409,
    code: 'step-not-possible',
    message: `step cannot become ${become}: ${reason}.`,
  });

  test('changes as it allows, by a change in part, a replacement and a rule', async () => {
    const id = await createWare();
    await update(wares, { ...anybody, id }, { set: { step: 'placed' } });
    const steps = [
      update(wares, { ...anybody, id, body: { step: 'draft' } }),
      replace(wares, { ...anybody, id, body: { stock: 1, step: 'draft' }, precondition: {}, isCreation: false }),
      change(wares, { ...anybody, id }, () => ({ set: { step: 'draft' } })),
    ];
    for (const step of steps)
      await expect(step).rejects.toMatchObject(cannot('draft', 'placed may become shipped or lost'));
    await change(wares, { ...anybody, id }, () => ({ set: { step: 'shipped' } }));
    const lost = update(wares, { ...anybody, id }, { set: { step: 'lost' } });
    await expect(lost).rejects.toMatchObject(cannot('lost', 'shipped stays as it is'));
  });

  test('that an older item lacks is the first one', async () => {
    const older = { ...wares, fields: [] };
    const { id } = (await create(older, { ...anybody, body: { stock: 3 } })).body;
    expect((await items()).filter((item) => 'step' in item)).toEqual([]);
    const shipped = update(wares, { ...anybody, id }, { set: { step: 'shipped' } });
    await expect(shipped).rejects.toMatchObject(cannot('shipped', 'draft may become placed'));
    expect((await update(wares, { ...anybody, id }, { set: { step: 'placed' } })).body).toMatchObject({
      step: 'placed',
    });
  });
});

test('a replacement keeps a state and what only handlers set, and removes other fields', async () => {
  const id = await createWare({ code: 'a' });
  await update(wares, { ...anybody, id }, { set: { step: 'placed', total: 7, placedBy: 'Ada' } });
  await replace(wares, { ...anybody, id, body: { stock: 1 }, precondition: {}, isCreation: false });
  const { body } = await read(id);
  expect(body).toMatchObject({ stock: 1, step: 'placed', total: 7, placedBy: 'Ada' });
  expect(body).not.toHaveProperty('code');
});

test('a repeated creation shows what the handler of the first one has set', async () => {
  const idempotencyKey = { route: 'POST /wares', key: 'k', sent: { stock: 2, code: 'a', total: 5 } };
  const request = { ...anybody, body: { stock: 2, code: 'a' }, idempotencyKey };
  const first = await create(wares, request, { set: { total: 7, stock: 4, code: undefined } });
  const again = await create(wares, request, { set: { total: 8, placedBy: 'Ada', stock: 5 } });
  expect(first.body).toMatchObject({ total: 7, step: 'draft', stock: 4 });
  expect(first.body).not.toHaveProperty('code');
  expect(again).toEqual({ ...first, isReplay: true });
});
