import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { create } from '../../../functions/table/create';
import { mockTable } from '../../support/table';

const table = mockTable();

test('an unlinked resource is written alone', async () => {
  table.on(PutCommand).resolves({});
  await create({ collection: 'POST', model: {} }, { body: { title: 'Hello' }, caller: undefined });
  expect(table.sent().map(([name]) => name)).toEqual(['PutCommand']);
});
