import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { query, within } from '../../../support/dynamodb/commands';
import { resources } from '../../../support/resources';
import { idOf, mockTable } from '../../../support/table';

const table = mockTable();

describe.each(resources)('GET $path with Prefer: count=exact', ({ ask, stored }) => {
  const { pk } = stored;
  const item = (number: number) => ({ ...stored, sk: idOf(number) });
  const lastKey = { pk, sk: idOf(1) };
  const firstPage = { Items: [item(9), item(8)], LastEvaluatedKey: lastKey };
  const totalOf = async (parameters = '') => {
    const { status, headers } = await ask('list', { query: parameters, headers: { prefer: 'count=exact' } });
    return [status, headers?.['x-total-count'], headers?.['preference-applied']];
  };
  const counting = (input = {}) => query({ ...within({ pk }), Select: 'COUNT', ...input });

  test('counts the items of an only page without another query', async () => {
    table.on(QueryCommand).resolves({ Items: [item(9), item(8)] });
    expect(await totalOf()).toEqual([200, '2', 'count=exact']);
    expect(table.sent()).toHaveLength(1);
  });

  test('counts the items of other pages, too', async () => {
    table
      .on(QueryCommand)
      .resolvesOnce(firstPage)
      .resolvesOnce({ Count: 700, LastEvaluatedKey: lastKey, ConsumedCapacity: { CapacityUnits: 128 } })
      .resolvesOnce({ Count: 42, ConsumedCapacity: { CapacityUnits: 7.5 } });
    expect(await totalOf('limit=1')).toEqual([200, '742', 'count=exact']);
    expect(table.logged()).toMatchObject([{ readUnits: 135.5 }]);
    expect(table.sent().slice(1)).toEqual([counting(), counting({ ExclusiveStartKey: lastKey })]);
  });

  test('counts from the start when a list is continued', async () => {
    table
      .on(QueryCommand)
      .resolvesOnce({ Items: [item(8)] })
      .resolvesOnce({ Count: 9 });
    expect(await totalOf(`after=${idOf(9)}`)).toEqual([200, '9', 'count=exact']);
    expect(table.sent()[1]).toEqual(counting());
  });

  test('answers without a count when counting takes more than four queries', async () => {
    table.on(QueryCommand).resolves({ ...firstPage, Count: 100 });
    expect(await totalOf('limit=1')).toEqual([200, undefined, undefined]);
    expect(table.sent()).toHaveLength(1 + 4);
  });
});
