import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { createdAtMsOf } from '../../../../functions/kit/model/id';
import { shardOf } from '../../../../functions/kit/table/shards';
import type { Random } from '../../../support/random';
import { randomIdAt } from '../../../support/unit/id';
import type { mockTable } from '../../../support/unit/table';
import { THING } from '../things';

/** Time at which the tests of lists begin. */
export const begin = Date.parse('2026-01-01T00:00Z');
export const hour = 3_600_000;

/**
 * Makes ids within the first hours. The hash spreads the ids of some lists over the shards. In other lists one shard has
 * all ids but a few, at any time or in one half of the time: a merge then reads items of the other shards for nothing.
 */
export const drawIds = (random: Random, hours: number, max: number) => {
  const crowd = random.pick([1, 0.1, 0]);
  const from = random.pick([0, hours / 2]);
  const to = from + random.pick([0, hours / 2]);
  const isTaken = (id: string) => {
    const at = (createdAtMsOf(id) - begin) / hour;
    return /^THING$|#0$/.test(shardOf(THING, id)) || (at >= from && at < to) || random.chance(crowd);
  };
  const tries = random.pick([0, 1, 20, max, 20 * max]);
  const ids = Array.from({ length: tries }, () => randomIdAt(begin + random.below(hours * hour), random));
  return [...new Set(ids.filter(isTaken))].slice(0, max);
};

export const thingsIn = (ids: readonly string[]) =>
  ids.map((sk) => ({ pk: shardOf(THING, sk), sk, content: '', rev: 'rev', updatedAt: '' }));

/** Maximum size of a query's reply. The size of an item is that of its `content` here, so that a test can choose it. */
const MAX_BYTES = 2 ** 20;

/** Returns the reply to a query of a partition, whose items are in the order of their sort keys. */
const replyTo = (items: ReturnType<typeof thingsIn>, input: QueryCommandInput) => {
  const { ':within': pk, ':low': low, ':high': high } = input.ExpressionAttributeValues ?? {};
  const { ExclusiveStartKey: start, ScanIndexForward: isAsc, Limit = Number.POSITIVE_INFINITY, Select } = input;
  if (low > high) throw new Error('DynamoDB refuses a BETWEEN whose ends are crossed.');
  const isBehindStart = (sk: string) => !start || (isAsc ? sk > start.sk : sk < start.sk);
  const inside = items.filter(({ sk }) => sk >= low && sk <= high && isBehindStart(sk));
  if (!isAsc) inside.reverse();
  let bytes = 0;
  const Items: typeof inside = [];
  for (const item of inside) {
    if (Items.length === Limit || bytes > MAX_BYTES) break;
    Items.push(item);
    bytes += item.content.length;
  }
  const isCut = Items.length > 0 && (Items.length === Limit || Items.length < inside.length);
  return {
    ConsumedCapacity: { CapacityUnits: Math.max(1, Math.ceil(bytes / 4096)) / 2 },
    Count: Items.length,
    ...(Select !== 'COUNT' && { Items }),
    LastEvaluatedKey: isCut ? { pk, sk: Items.at(-1)?.sk } : undefined,
  };
};

/** Answers queries of these items as DynamoDB does, and counts the queries. Queries of one moment are one round. */
export const storeItems = (table: ReturnType<typeof mockTable>, items: ReturnType<typeof thingsIn>) => {
  const used = { queries: 0, read: 0, rounds: 0, units: 0 };
  let isRound = false;
  const partitions = new Map<string, typeof items>();
  for (const item of [...items].sort((a, b) => (a.sk < b.sk ? -1 : 1)))
    partitions.set(item.pk, [...(partitions.get(item.pk) ?? []), item]);
  table.reset();
  table.on(QueryCommand).callsFake(async (input: QueryCommandInput) => {
    const reply = replyTo(partitions.get(input.ExpressionAttributeValues?.[':within']) ?? [], input);
    used.queries++;
    used.read += reply.Items?.length ?? 0;
    used.units += reply.ConsumedCapacity.CapacityUnits;
    if (!isRound) used.rounds++;
    isRound = true;
    await new Promise(setImmediate);
    isRound = false;
    return reply;
  });
  return used;
};
