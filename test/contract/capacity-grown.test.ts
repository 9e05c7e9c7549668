import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { client } from '../../functions/dynamodb/client';
import { shardOf } from '../../functions/table/shards';
import { useAwakeTimers } from '../support/awake';
import { startGrown } from '../support/dynamodb/grown';
import { grow } from '../support/dynamodb/shards';
import { idAt } from '../support/id';
import { ask } from '../support/resources';

const { lastUnits } = startGrown();

/** Read units of a page of 50 posts of 1 kB, by the number of shards. lib/deploy/README.md states them. */
const listUnits = { 1: 6.5, 4: 10, 16: 19, 64: 39.5, 128: 68 };

/** Builds a post of 1 kB, the size that the budget assumes, with the attributes that a PUT writes. */
const post = (id: string) => ({
  pk: shardOf('POST', id),
  sk: id,
  title: 'A title',
  content: 'x'.repeat(850),
  rev: 'x'.repeat(16),
  updatedAt: new Date().toISOString(),
});

useAwakeTimers();

describe('a list of 50 posts of 1 kB', () => {
  test.each(Object.entries(listUnits))('over %s shards takes %d read units', async (given, units) => {
    const shards = Number(given);
    const from = `${1980 + Math.log2(shards)}-01-01T00:00Z`;
    grow('POST', { from, shards });
    for (let n = 0; n < 300; n += 25) {
      const ids = Array.from({ length: 25 }, (_, more) => idAt(Date.parse(from) + n + more, n + more));
      const RequestItems = {
        [process.env.TABLE_NAME ?? '']: ids.map((id) => ({ PutRequest: { Item: post(id) } })),
      };
      await client.send(new BatchWriteCommand({ RequestItems, ReturnConsumedCapacity: 'TOTAL' }));
    }
    expect((await ask('GET /posts')).body).toHaveLength(50);
    expect(lastUnits()?.readUnits).toBe(units);
  });
});
