import type { StreamRecord } from '../../../lib/local/streams/stream';
import type { Random } from '../../support/random';
import { keyTextOf } from '../explore/table';

type Records = readonly StreamRecord[];

/** Shard of a stream, and the shards into which it was split. Each record of these is later than all of their parent. */
export type SplitShard = { readonly records: Records; readonly children: readonly SplitShard[] };

/** Maximum number of splits behind each other. */
const MAX_SPLITS = 3;

/** Deals records out to `count` lists. All records of an item go to the same one, which is drawn. */
export const dealRecords = (records: Records, count: number, random: Random): readonly Records[] => {
  const places = new Map<string, number>();
  const lists: StreamRecord[][] = Array.from({ length: count }, () => []);
  for (const record of records) {
    const key = keyTextOf(Object(record.dynamodb.Keys));
    const place = places.get(key) ?? random.below(count);
    places.set(key, place);
    lists[place]?.push(record);
  }
  return lists;
};

/** Splits a stream at drawn records. All later records of an item go to one of the two children, as DynamoDB does. */
export const splitShard = (records: Records, random: Random, splits = MAX_SPLITS): SplitShard => {
  if (splits === 0 || records.length < 2 || random.chance(0.5)) return { records, children: [] };
  const cut = random.below(records.length);
  const children = dealRecords(records.slice(cut), 2, random).map((dealt) => splitShard(dealt, random, splits - 1));
  return { records: records.slice(0, cut), children };
};
