import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { createdAtMsOf } from '../../../functions/model/id';
import { type Collection, type Generation, plan, shardOf } from '../../../functions/table/shards';
import type { Random } from '../../torture/random';
import { randomIdAt } from '../id';
import type { mockTable } from '../table';

type Item = Readonly<Record<string, unknown>>;

/** Gives the partition plan these generations. `jest.restoreAllMocks` puts the old plan back. */
export const grow = (collection: Collection, ...generations: Generation[]) =>
  jest.replaceProperty(plan, collection, generations);

/** Time at which the tests of lists begin. */
export const begin = Date.parse('2026-01-01T00:00Z');
export const hour = 3_600_000;

/**
 * Makes ids within the first hours. The hash spreads the ids of some lists over the shards. In other lists one shard has
 * all ids but a few, at any time or in one half of the time: a merge then reads items of the other shards for nothing.
 */
export const drawIds = (random: Random, hours: number, max: number) => {
  const mint = () => randomIdAt(begin + random.below(hours * hour), random);
  const crowd = random.pick([1, 0.1, 0]);
  const [from, to] = random.pick([
    [0, 0],
    [0, hours / 2],
    [hours / 2, hours],
  ]);
  const isTaken = (id: string) => {
    const at = (createdAtMsOf(id) - begin) / hour;
    return /^POST$|#0$/.test(shardOf('POST', id)) || (at >= from && at < to) || random.chance(crowd);
  };
  const ids: string[] = [];
  for (let tries = random.pick([0, 1, 20, max, 20 * max]); tries > 0 && ids.length < max; tries--) {
    const id = mint();
    if (isTaken(id)) ids.push(id);
  }
  return [...new Set(ids)];
};

export const postsIn = (ids: readonly string[]) =>
  ids.map((sk) => ({ pk: shardOf('POST', sk), sk, title: 'x', content: '', rev: 'rev', updatedAt: '' }));

/** Maximum size of a query's reply. */
const MAX_BYTES = 2 ** 20;

/** Size of an item, which is that of its `content` here, so that a test can choose the size. */
const sizeOf = ({ content }: Item) => String(content).length;

/** Answers queries of these items as DynamoDB does, and counts them. */
export const storeItems = (table: ReturnType<typeof mockTable>, items: readonly Item[]) => {
  const used = { queries: 0, read: 0, rounds: 0, units: 0 };
  let isRound = false;
  const partitions = new Map<unknown, Item[]>();
  const sorted = [...items].sort((a, b) => (String(a.sk) < String(b.sk) ? -1 : 1));
  for (const item of sorted) partitions.set(item.pk, [...(partitions.get(item.pk) ?? []), item]);

  const replyTo = (input: QueryCommandInput) => {
    const { ':within': pk, ':low': low, ':high': high } = input.ExpressionAttributeValues ?? {};
    const start = input.ExclusiveStartKey?.sk;
    const isAsc = input.ScanIndexForward;
    if (low > high) throw new Error('DynamoDB refuses a BETWEEN whose ends are crossed.');
    const isInside = ({ sk }: Item) => {
      if (start !== undefined && !(isAsc ? String(sk) > start : String(sk) < start)) return false;
      return String(sk) >= low && String(sk) <= high;
    };
    const inside = (partitions.get(pk) ?? []).filter(isInside);
    if (!isAsc) inside.reverse();
    let bytes = 0;
    const tooMany = inside.findIndex((item) => {
      bytes += sizeOf(item);
      return bytes > MAX_BYTES;
    });
    const count = Math.min(input.Limit ?? inside.length, tooMany < 0 ? inside.length : tooMany + 1);
    const Items = inside.slice(0, count);
    const isCut = count > 0 && (count === input.Limit || count < inside.length);
    used.read += input.Select === 'COUNT' ? 0 : count;
    const read = Items.reduce((sum, item) => sum + sizeOf(item), 0);
    const CapacityUnits = Math.max(1, Math.ceil(read / 4096)) / 2;
    used.units += CapacityUnits;
    return {
      ConsumedCapacity: { CapacityUnits },
      Count: count,
      ...(input.Select !== 'COUNT' && { Items }),
      LastEvaluatedKey: isCut ? { pk, sk: Items.at(-1)?.sk } : undefined,
    };
  };
  table.reset();
  table.on(QueryCommand).callsFake(async (input: QueryCommandInput) => {
    used.queries++;
    if (!isRound) {
      used.rounds++;
      isRound = true;
      setImmediate(() => {
        isRound = false;
      });
    }
    const reply = replyTo(input);
    await new Promise(setImmediate);
    return reply;
  });
  return used;
};
