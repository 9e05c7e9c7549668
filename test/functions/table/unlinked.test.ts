import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { create } from '../../../functions/table/create';
import { mockTable } from '../../support/table';

const table = mockTable();

test('an unlinked resource is written without another item', async () => {
  table.on(TransactWriteCommand).resolves({});
  await create({ collection: 'POST', model: {} }, { body: { title: 'Hello' }, caller: undefined });
  expect(table.sent().map(([, { TransactItems }]) => TransactItems.length)).toEqual([1]);
});
