import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { ask } from '../../../support/resources';
import { mockTable } from '../../../support/table';

const table = mockTable();

describe('the key condition of a list', () => {
  test.each([
    ['desc', undefined, '019ad00f-e800-7000-8000-000000000000', '019b6a8f-2400-7000-8000-00000000000/~'],
    [
      'desc',
      '019b0000-0000-7000-8000-00000000000a',
      '019ad00f-e800-7000-8000-000000000000',
      '019b0000-0000-7000-8000-00000000000`~',
    ],
    [
      'asc',
      '019b0000-0000-7000-8000-00000000000a',
      '019b0000-0000-7000-8000-00000000000a~',
      '019b6a8f-2400-7000-8000-00000000000/~',
    ],
    [
      'asc',
      '019a0000-0000-7000-8000-00000000000a',
      '019ad00f-e800-7000-8000-000000000000',
      '019b6a8f-2400-7000-8000-00000000000/~',
    ],
  ])('is one key condition, %s behind %s', async (order, after, low, high) => {
    table.on(QueryCommand).resolves({ Items: [] });
    const [since, before] = [0x019ad00fe800, 0x019b6a8f2400].map((ms) => new Date(ms).toISOString());
    await ask(
      `GET /posts?order=${order}&createdSince=${since}&createdBefore=${before}${after ? `&after=${after}` : ''}`,
    );
    expect(table.sent()).toEqual([
      [
        'QueryCommand',
        {
          TableName: 'table',
          ReturnConsumedCapacity: 'TOTAL',
          KeyConditionExpression: 'pk = :within AND sk BETWEEN :low AND :high',
          ExpressionAttributeValues: { ':within': 'POST', ':low': low, ':high': high },
          ScanIndexForward: order === 'asc',
          Limit: 51,
        },
      ],
    ]);
  });

  test('of all time is from the first id to the last', async () => {
    table.on(QueryCommand).resolves({ Items: [] });
    await ask('GET /posts');
    expect(table.commandCalls(QueryCommand)[0]?.args[0].input.ExpressionAttributeValues).toEqual({
      ':within': 'POST',
      ':low': '00000000-0000-7000-8000-000000000000',
      ':high': 'e677d21f-dc00-7000-8000-00000000000/~',
    });
  });
});
