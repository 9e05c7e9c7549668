import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { ask } from '../../../support/resources';
import { mockTable } from '../../../support/table';

const table = mockTable();
const range = 'createdSince=2025-11-29T15:00:00Z&createdBefore=2025-12-29T15:00:00Z';

test.each([
  [
    'of a time range ends before the first id that is behind it',
    range,
    '019ad020-c580-7000-8000-000000000000',
    '019b6a9f-8d80-7000-8000-00000000000/~',
  ],
  [
    'of all time is from the first id to the last',
    '',
    '00000000-0000-7000-8000-000000000000',
    'e677d21f-dc00-7000-8000-00000000000/~',
  ],
])('the key condition of a list %s', async (_, query, low, high) => {
  table.on(QueryCommand).resolves({ Items: [] });
  await ask(`GET /posts?${query}`);
  expect(table.commandCalls(QueryCommand)[0]?.args[0].input).toMatchObject({
    KeyConditionExpression: 'pk = :within AND sk BETWEEN :low AND :high',
    ExpressionAttributeValues: { ':within': 'POST', ':low': low, ':high': high },
  });
});
