import {
  BatchGetCommand,
  type BatchGetCommandInput,
  QueryCommand,
  type QueryCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { createdAtMsOf } from '../../../../functions/kit/model/id';
import { counterKeyOf } from '../../../../functions/kit/table/counter';
import { shardOf } from '../../../../functions/kit/table/keys';
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

type Item = ReturnType<typeof thingsIn>[number] & { readonly [attribute: string]: unknown };

/** Returns the reply to a query of a partition, whose items are in the order of their sort keys. */
const replyTo = (items: readonly Item[], input: QueryCommandInput) => {
  const { ':within': pk, ':low': low, ':high': high } = input.ExpressionAttributeValues ?? {};
  const { ExclusiveStartKey: start, ScanIndexForward: isAsc, Limit = Number.POSITIVE_INFINITY, Select } = input;
  const keyOf = (item: Readonly<Record<string, unknown>>) =>
    Buffer.from(String(item[input.ExpressionAttributeNames?.['#sort'] ?? '']));
  const [lowest, highest] = [Buffer.from(low), Buffer.from(high)];
  if (lowest.compare(highest) > 0) throw new Error('DynamoDB refuses a BETWEEN whose ends are crossed.');
  const isBehindStart = (key: Buffer) => !start || key.compare(keyOf(start)) === (isAsc ? 1 : -1);
  const isInside = (key: Buffer) => key.compare(lowest) >= 0 && key.compare(highest) <= 0 && isBehindStart(key);
  const inside = items.filter((item) => isInside(keyOf(item)));
  if (!isAsc) inside.reverse();
  let bytes = 0;
  const Items: Item[] = [];
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
    LastEvaluatedKey: isCut ? { ...Items.at(-1), pk } : undefined,
  };
};

/** Answers queries of these items as DynamoDB does, and counts the queries. Queries of one moment are one round. */
export const storeItems = (table: ReturnType<typeof mockTable>, items: readonly Item[]) => {
  const used = { queries: 0, read: 0, rounds: 0, units: 0 };
  let isRound = false;
  const sortedBy = new Map<string, readonly Item[]>();
  /** Returns the items of a partition of the table or an index, which holds no item without both keys. */
  const partitionOf = (attribute: string, value: unknown, sort: string) => {
    const found = items.filter((item) => item[attribute] === value && item[sort] !== undefined);
    return found.sort((one, other) => Buffer.from(String(one[sort])).compare(Buffer.from(String(other[sort]))));
  };
  table.reset();
  table.on(QueryCommand).callsFake(async (input: QueryCommandInput) => {
    const { '#within': attribute = '', '#sort': sort = '' } = input.ExpressionAttributeNames ?? {};
    const value = input.ExpressionAttributeValues?.[':within'];
    const name = `${attribute} ${value} ${sort}`;
    const partition = sortedBy.get(name) ?? partitionOf(attribute, value, sort);
    sortedBy.set(name, partition);
    const reply = replyTo(partition, input);
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

/** Answers reads by key as a table does that has the counter of one parent, with its owner. */
export const storeCounter = (table: ReturnType<typeof mockTable>, noun: string, id = '', owner = '') =>
  table.on(BatchGetCommand).callsFake(({ RequestItems = {} }: BatchGetCommandInput) => {
    const counter = { ...counterKeyOf(noun, id), owner };
    return { Responses: { table: RequestItems.table?.Keys?.[0]?.pk === counter.pk ? [counter] : [] } };
  });
