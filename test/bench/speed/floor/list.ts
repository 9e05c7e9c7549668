import { callDynamoDb, unmarshall } from './call';

export const handler = async () => {
  const { Items = [] } = await callDynamoDb('Query', {
    TableName: process.env.TABLE_NAME,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': { S: 'POST' } },
    ScanIndexForward: false,
    Limit: 50,
  });
  const body = JSON.stringify(Items.map(unmarshall));
  return { statusCode: 200, headers: { 'content-type': 'application/json' }, body };
};
