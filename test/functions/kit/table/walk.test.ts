import { entityOf } from '../../../../functions/kit/entity';
import { Id } from '../../../../functions/kit/model/id';
import { walk } from '../../../../functions/kit/table/list';
import { idAt } from '../../../support/unit/id';
import { mockTable } from '../../../support/unit/table';
import { THING } from '../things';
import { begin, storeItems, thingsIn } from './stored-things';

const table = mockTable();
const things = entityOf({ collection: THING, path: '/things', model: { id: Id } });

test('walk reads all pages of a list, the oldest first, and of a time range no other', async () => {
  const ids = Array.from({ length: 230 }, (_, n) => idAt(begin + n, n));
  storeItems(table, thingsIn(ids));
  const read = async (found: AsyncIterable<{ readonly id: string }>) => {
    const all: string[] = [];
    for await (const { id } of found) all.push(id);
    return all;
  };
  expect(await read(walk(things))).toEqual(ids);
  const range = { createdSince: begin + 10, createdBefore: begin + 15 };
  expect(await read(walk(things, range))).toEqual(ids.slice(10, 15));
  // A job may delete what it reads, so a filter that finds nothing is no list of all.
  for (const filter of [{ id: ids[0] }, { createdSince: undefined }, { titel: 'x' }])
    await expect(read(walk(things, filter as object))).rejects.toThrow('walk finds no /things by ');
});
