import { ask, plain } from './ask';

export const handler = async () => {
  const { Items = [] } = await ask('Query', {
    TableName: process.env.TABLE_NAME,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': { S: 'POST' } },
    ScanIndexForward: false,
    Limit: 50,
  });
  const body = JSON.stringify(Items.map(plain));
  return { statusCode: 200, headers: { 'content-type': 'application/json' }, body };
};
