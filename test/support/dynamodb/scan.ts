import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocument, paginateScan, type ScanCommandOutput } from '@aws-sdk/lib-dynamodb';

/** Reads all items of a table directly from DynamoDB. */
export const scan = async (endpoint: string, TableName: string) => {
  const client = DynamoDBDocument.from(new DynamoDBClient({ endpoint }));
  const items: NonNullable<ScanCommandOutput['Items']> = [];
  for await (const { Items = [] } of paginateScan({ client }, { TableName, ConsistentRead: true }))
    items.push(...Items);
  client.destroy();
  return items;
};
