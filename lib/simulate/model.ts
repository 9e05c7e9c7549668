import { budget } from '../cost/budget';
import {
  DOUBLING_MINUTES,
  NEW_TABLE_WRITE_UNITS,
  PARTITION_READ_UNITS,
  PARTITION_WRITE_UNITS,
  SPLIT_MINUTES,
  TRANSACTION_MS,
} from './limits';
import { unitsPerList } from './list-units';

/** Write units of a create in the shard of the post. A transaction doubles them. */
const SHARD_UNITS = { withoutAuthor: 1, withAuthor: 2 } as const;
/** Write units of a create in the table. They leave out the unit of the index, because the index has its own limits. */
export const unitsPerCreate = { withoutAuthor: 1, withAuthor: budget.createPost.writeUnits - 1 } as const;

/** Kind of create: a post without an author needs no transaction. */
export type CreateKind = keyof typeof SHARD_UNITS;

/**
 * Returns the mean of creates per shard at which the busiest shard still stays within `max`. A hash distributes creates
 * at random, and the largest of n shards lies about √(2 ln n) standard deviations above the mean.
 */
const meanWithin = (max: number, shards: number) => {
  const spread = Math.sqrt(2 * Math.log(shards));
  return ((Math.sqrt(spread ** 2 + 4 * max) - spread) / 2) ** 2;
};

/** Returns the max creates a second of a plan. */
const maxCreates = (shards: number, kind: CreateKind) =>
  Math.floor(shards * meanWithin(PARTITION_WRITE_UNITS / SHARD_UNITS[kind], shards));

/** Returns the max lists a second of a plan. A list reads the same amount from the newer end of every shard. */
const maxLists = (shards: number) => Math.floor((shards * PARTITION_READ_UNITS) / unitsPerList(shards));

const doublings = (capacity: number, load: number) => Math.max(0, Math.ceil(Math.log2(load / capacity)));

/** Returns the minutes until a new table accepts these write units. The table doubles its capacity step by step. */
const warmUpMinutes = (units: number) => DOUBLING_MINUTES * doublings(NEW_TABLE_WRITE_UNITS, units);

export type PlanCapacity = ReturnType<typeof capacityOf>;

/**
 * Returns the max creates and lists a second of a plan with this number of shards, each without the other, and the
 * minutes until the table accepts the creates.
 */
export const capacityOf = (shards: number) => {
  const creates = maxCreates(shards, 'withoutAuthor');
  return {
    shards,
    creates,
    createsWithAuthor: maxCreates(shards, 'withAuthor'),
    lists: maxLists(shards),
    listUnits: unitsPerList(shards),
    minutes: warmUpMinutes(creates),
  };
};

/**
 * Returns the minutes until splits alone bring one shard to this many creates a second, if ids were random. The table
 * doubles at the same time.
 */
export const minutesBySplitting = (creates: number) =>
  Math.max(warmUpMinutes(creates), SPLIT_MINUTES * doublings(PARTITION_WRITE_UNITS, creates));

/** Creates and lists a second. */
export type Rates = { readonly creates: number; readonly lists: number };

/** Tells whether a plan sustains all of the creates, and all of the lists. */
export const sustains = (shards: number, { creates, lists }: Rates, kind: CreateKind) => ({
  creates: creates <= maxCreates(shards, kind),
  lists: lists <= maxLists(shards),
});

/** Returns the requests and units a second of a load: the larger of read and write units, since both have one limit. */
export const requiredCapacity = (shards: number, { creates, lists }: Rates, kind: CreateKind) => ({
  requests: creates + lists,
  units: Math.max(creates * unitsPerCreate[kind], Math.ceil(lists * unitsPerList(shards))),
});

/** Max creates a second of one author under any plan, because each create writes the author's item in one partition. */
export const maxCreatesPerAuthor = PARTITION_WRITE_UNITS / SHARD_UNITS.withAuthor;

/** Creates a second of one author if transactions never overlap. This is an estimate from assumed durations. */
export const sequentialCreates = { min: 1000 / TRANSACTION_MS.max, max: 1000 / TRANSACTION_MS.min };
