import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { client } from '../../functions/kit/dynamodb/client';
import { shardOf } from '../../functions/kit/table/shards';
import { grow, startGrown } from '../support/dynamodb/grown';
import { ask } from '../support/resources';
import { readText } from '../support/sources';
import { useAwakeTimers } from '../support/time';
import { idAt } from '../support/unit/id';

const { lastUnits } = startGrown();

/** Rows of the table in lib/deploy/README.md: the number of shards, and the read units of a page of 50 items of 1 kB. */
const rows = [...readText('lib/deploy/README.md').matchAll(/^\| (\d+) \| [\d,]+ \| ([\d.]+) \|$/gm)].map(
  ([, shards, units]): [number, number] => [Number(shards), Number(units)],
);

/** Builds a user of 1 kB, the size that the budget assumes. The attribute `content` fills it up. */
const user = (id: string) => ({
  pk: shardOf('USER', id),
  sk: id,
  name: 'Ada',
  email: 'ada@example.com',
  content: 'x'.repeat(850),
  rev: 'x'.repeat(16),
  updatedAt: new Date().toISOString(),
});

useAwakeTimers();

describe('a list of 50 users of 1 kB', () => {
  test.each(rows)('over %d shards takes %d read units', async (shards, units) => {
    const from = `${1980 + Math.log2(shards)}-01-01T00:00Z`;
    grow('USER', { from, shards });
    for (let n = 0; n < 300; n += 25) {
      const ids = Array.from({ length: 25 }, (_, more) => idAt(Date.parse(from) + n + more, n + more));
      const RequestItems = {
        [process.env.TABLE_NAME ?? '']: ids.map((id) => ({ PutRequest: { Item: user(id) } })),
      };
      await client.send(new BatchWriteCommand({ RequestItems, ReturnConsumedCapacity: 'TOTAL' }));
    }
    expect((await ask('GET /api/v1/users')).body).toHaveLength(50);
    expect(lastUnits()?.readUnits).toBe(units);
  });
});
