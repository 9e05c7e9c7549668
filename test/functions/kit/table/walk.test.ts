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
  const read = async (filters?: Parameters<typeof walk>[1]) => {
    const found: unknown[] = [];
    for await (const { id } of walk(things, filters)) found.push(id);
    return found;
  };
  expect(await read()).toEqual(ids);
  expect(await read({ createdSince: begin + 10, createdBefore: begin + 15 })).toEqual(ids.slice(10, 15));
});
