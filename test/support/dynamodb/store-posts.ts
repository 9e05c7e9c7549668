import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mintId } from '../../../functions/model/id';
import { shardOf } from '../../../functions/table/shards';
import { localAccount } from '../../../lib/local-account';

type Destination = { readonly endpoint: string; readonly TableName: string };
type Authored = { readonly userId: string; readonly count: number; readonly content?: string };

const MAX_BATCH_ITEMS = 25;

/** Stores posts of one author as the service does, but without a request for each post. Returns their ids. */
export const storePosts = async ({ endpoint, TableName }: Destination, { userId, count, content = '' }: Authored) => {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({ endpoint, region: localAccount.region, credentials }),
  );
  const ids = Array.from({ length: count }, () => mintId());
  const postOf = (id: string) => ({ pk: shardOf('POST', id), sk: id, title: 'A title', content, userId });
  const newRevision = { rev: 'x'.repeat(16), updatedAt: new Date().toISOString() };
  for (let start = 0; start < count; start += MAX_BATCH_ITEMS) {
    const batch = ids.slice(start, start + MAX_BATCH_ITEMS);
    const writes = batch.map((id) => ({ PutRequest: { Item: { ...postOf(id), ...newRevision } } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [TableName]: writes } }));
  }
  const Key = { pk: shardOf('USER', userId), sk: userId };
  const counting = { UpdateExpression: 'ADD postCount :count', ExpressionAttributeValues: { ':count': count } };
  await client.send(new UpdateCommand({ TableName, Key, ...counting }));
  client.destroy();
  return ids;
};
