import { BatchWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { client } from '../../../functions/kit/dynamodb/client';
import { mintId } from '../../../functions/kit/model/id';
import { shardOf } from '../../../functions/kit/table/shards';
import type { Collection } from '../../../functions/plan';
import { setEnvironment } from './endpoint';

type Destination = { readonly endpoint: string; readonly TableName: string };
type Authored = { readonly userId: string; readonly count: number; readonly content?: string };

const MAX_BATCH_ITEMS = 25;

const keyIn = (collection: string, id: string) => ({ pk: shardOf(collection as Collection, id), sk: id });

/** Stores posts of one author as the service does, but without a request for each post. Returns their ids. */
export const storePosts = async ({ endpoint, TableName }: Destination, { userId, count, content = '' }: Authored) => {
  setEnvironment(endpoint, TableName);
  const ids = Array.from({ length: count }, () => mintId());
  const post = { title: 'A title', content, userId, rev: 'x'.repeat(16), updatedAt: new Date().toISOString() };
  for (let start = 0; start < count; start += MAX_BATCH_ITEMS) {
    const batch = ids.slice(start, start + MAX_BATCH_ITEMS);
    const writes = batch.map((id) => ({ PutRequest: { Item: { ...keyIn('POST', id), ...post } } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [TableName]: writes } }));
  }
  const counting = { UpdateExpression: 'ADD postCount :count', ExpressionAttributeValues: { ':count': count } };
  await client.send(new UpdateCommand({ TableName, Key: keyIn('USER', userId), ...counting }));
  return ids;
};
