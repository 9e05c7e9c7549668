import { budget } from '../cost/budget';
import {
  DOUBLING_MINUTES,
  NEW_TABLE_READ_UNITS,
  NEW_TABLE_WRITE_UNITS,
  PARTITION_READ_UNITS,
  PARTITION_WRITE_UNITS,
  SPLIT_MINUTES,
  TRANSACTION_MS,
} from './limits';
import { unitsPerList } from './list-units';

/** Load on one kind of capacity, reads or writes. All units are units a second. */
type SimulatedLoad = {
  readonly shards: number;
  /** Units that the whole table is asked for. */
  readonly tableUnits: number;
  /** Units that all shards together are asked for. */
  readonly shardUnits: number;
  /** Mean units that a partition accepts. */
  readonly partitionCapacity: number;
  readonly newTableCapacity: number;
  /** Order of the sort keys. Ids that contain the time are growing: all traffic goes to the newer end of a shard. */
  readonly keys: 'growing' | 'random';
};

const HOURS = 8;

/** Returns the share of a load that DynamoDB accepts in each minute. The table doubles, and hot partitions split. */
export const simulate = (load: SimulatedLoad): number[] => {
  const { shards, tableUnits, shardUnits, partitionCapacity, newTableCapacity, keys } = load;
  let tableCapacity = newTableCapacity;
  let partitions = shards;
  let peak = 0;
  const accepted: number[] = [];
  for (let minute = 0; minute < HOURS * 60; minute++) {
    if (minute > 0 && minute % DOUBLING_MINUTES === 0) tableCapacity = Math.max(tableCapacity, 2 * peak);
    const isHot = shardUnits > partitions * partitionCapacity;
    // A split does not help growing keys, because all of their traffic stays in one of the halves.
    if (minute > 0 && minute % SPLIT_MINUTES === 0 && isHot && keys === 'random') partitions *= 2;
    const share = Math.min(1, tableCapacity / tableUnits, (partitions * partitionCapacity) / shardUnits);
    peak = Math.max(peak, share * tableUnits);
    accepted.push(share);
  }
  return accepted;
};

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

const loadOfCreates = (shards: number, creates: number, kind: CreateKind): SimulatedLoad => ({
  shards,
  tableUnits: creates * unitsPerCreate[kind],
  shardUnits: creates * SHARD_UNITS[kind],
  partitionCapacity: meanWithin(PARTITION_WRITE_UNITS / SHARD_UNITS[kind], shards) * SHARD_UNITS[kind],
  newTableCapacity: NEW_TABLE_WRITE_UNITS,
  keys: 'growing',
});

const loadOfLists = (shards: number, lists: number): SimulatedLoad => ({
  shards,
  tableUnits: lists * unitsPerList(shards),
  // A list reads the same amount from the newer end of every shard.
  shardUnits: lists * unitsPerList(shards),
  partitionCapacity: PARTITION_READ_UNITS,
  newTableCapacity: NEW_TABLE_READ_UNITS,
  keys: 'growing',
});

/** Requests a second that exceed the capacity of every plan. */
const OVERLOAD = 1e7;

/** Returns the share of a load that DynamoDB accepts in the end, and the minutes until then. */
const steadyState = (load: SimulatedLoad) => {
  const accepted = simulate(load);
  const share = accepted.at(-1) ?? 0;
  return { share, minutes: accepted.findIndex((each) => each >= share) };
};

export type PlanCapacity = ReturnType<typeof capacityOf>;

/**
 * Returns the max creates and lists a second of a plan with this number of shards, each without the other, and the
 * minutes until the table accepts the creates.
 */
export const capacityOf = (shards: number) => {
  const max = (load: (rate: number) => SimulatedLoad) =>
    Math.floor(steadyState(load(OVERLOAD)).share * OVERLOAD + 1e-6);
  const creates = max((rate) => loadOfCreates(shards, rate, 'withoutAuthor'));
  return {
    shards,
    creates,
    createsWithAuthor: max((rate) => loadOfCreates(shards, rate, 'withAuthor')),
    lists: max((rate) => loadOfLists(shards, rate)),
    listUnits: unitsPerList(shards),
    minutes: steadyState(loadOfCreates(shards, creates, 'withoutAuthor')).minutes,
  };
};

/** Returns the minutes until splits alone bring one shard to this many creates a second, if ids were random. */
export const minutesBySplitting = (creates: number) =>
  simulate({ ...loadOfCreates(1, creates, 'withoutAuthor'), keys: 'random' }).indexOf(1);

/** Creates and lists a second. */
export type Rates = { readonly creates: number; readonly lists: number };

/** Tells whether a plan sustains all of the creates, and all of the lists. */
export const sustains = (shards: number, { creates, lists }: Rates, kind: CreateKind = 'withoutAuthor') => ({
  creates: creates === 0 || steadyState(loadOfCreates(shards, creates, kind)).share === 1,
  lists: lists === 0 || steadyState(loadOfLists(shards, lists)).share === 1,
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
