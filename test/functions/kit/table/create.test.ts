import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { entityOf } from '../../../../functions/kit/entity';
import { indexed, withDefault } from '../../../../functions/kit/model/field';
import { integer, oneOf } from '../../../../functions/kit/model/kinds';
import { fieldsOfAll, responseOf } from '../../../../functions/kit/model/models';
import { sorted } from '../../../../functions/kit/model/sorted';
import { insert } from '../../../../functions/kit/table/create';
import { mockTable } from '../../../support/unit/table';
import { THING } from '../things';

const table = mockTable();

test('a creation writes the defaults by which the lists of another version find and sort, with their entries', async () => {
  const id = '01a1f3ad-8e00-7000-8000-00000000000f';
  const other = {
    color: indexed(withDefault(oneOf('red', 'blue'), 'red')),
    rank: sorted(withDefault(integer(), -1)),
    note: withDefault(oneOf('none'), 'none'),
  };
  const model = responseOf({});
  const entity = {
    ...entityOf({ collection: THING, path: '/things', model }),
    fields: fieldsOfAll(THING, model, other),
  };
  const items: unknown[] = [];
  table.on(TransactWriteCommand).callsFake(({ TransactItems = [] }: TransactWriteCommandInput) => {
    items.push(...TransactItems.map(({ Put }) => Put?.Item));
    return {};
  });
  await insert(entity, { id, body: {}, caller: undefined });
  expect(items).toEqual([expect.objectContaining({ thing_color: 'red', rank: -1 })]);
  expect(items[0]).toMatchObject({ rank__sort: `400fffffffffffff\u0001${id}` });
  expect(items[0]).not.toHaveProperty('note');
});
