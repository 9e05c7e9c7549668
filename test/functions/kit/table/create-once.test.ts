import { changeOf, increment } from '../../../../functions/kit/table/also/change-of';
import { createOnce } from '../../../../functions/kit/table/create';
import { startGrown } from '../../../support/dynamodb/grown';
import { idOf } from '../../../support/unit/table';
import { createWare, pieces, wares } from './wares';

const { items, empty } = startGrown();
beforeEach(empty);

const takeAll = (wareId: string) =>
  increment(wares, wareId, { stock: -3 }, { refusal: ['sold-out', 'The ware is sold out.'] });

describe('createOnce', () => {
  const id = idOf(7);

  test('creates a resource with its defaults and what is in `also`, which nobody owns', async () => {
    const wareId = await createWare();
    await createOnce(pieces, { id, values: { note: 'new' }, also: [takeAll(wareId)] });
    const stored = await items();
    expect(stored.find(({ sk }) => sk === id)).toEqual({
      pk: 'PIECE',
      sk: id,
      note: 'new',
      rev: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(stored.find(({ sk }) => sk === wareId)).toMatchObject({ stock: 0 });
  });

  test('does nothing when the resource is there, even if a write in `also` would be refused now', async () => {
    const wareId = await createWare();
    const piece = { id, values: { note: 'new' }, also: [takeAll(wareId)] };
    await createOnce(pieces, piece);
    const before = await items();
    await createOnce(pieces, piece);
    await createOnce(pieces, { id, values: { note: 'other' } });
    expect(await items()).toEqual(before);
  });

  test('creates one resource, and writes what is in `also` once, when a change is delivered twice at once', async () => {
    const wareId = await createWare();
    const also = () => [increment(wares, wareId, { stock: -1 })];
    await Promise.all([1, 2].map(() => createOnce(pieces, { id, values: { note: 'new' }, also: also() })));
    expect((await items()).find(({ sk }) => sk === wareId)).toMatchObject({ stock: 2 });
  });

  test('fails, and creates nothing, when a write in `also` is refused the first time', async () => {
    const wareId = await createWare({ stock: 1 });
    const before = await items();
    const refused = createOnce(pieces, { id, values: { note: 'new' }, also: [takeAll(wareId)] });
    await expect(refused).rejects.toMatchObject({ code: 'sold-out' });
    const unknown = createOnce(pieces, { id, values: { note: 'new' }, also: [changeOf(wares, idOf(1), () => ({}))] });
    await expect(unknown).rejects.toMatchObject({ code: 'unknown-ware' });
    await expect(createOnce(pieces, { id, values: { note: 'too long to be' } })).rejects.toThrow(
      'A handler sets note of /pieces, which must be at most 9 characters long.',
    );
    expect(await items()).toEqual(before);
  });
});
