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
import { unitsOfList } from './list-units';

type Load = {
  readonly shards: number;
  /** Units a second: of the table, and of those what goes to the shards. */
  readonly perSecond: number;
  readonly ofShards: number;
  readonly ofPartition: number;
  readonly ofNewTable: number;
  /** Where in its sort keys a shard is busy: at the newer end, as with ids that hold their time, or anywhere. */
  readonly keys: 'growing' | 'random';
};

const HOURS = 8;

/** Minute by minute, what share of a load is taken: a table doubles what it was used to, and hot partitions split. */
export const simulate = ({ shards, perSecond, ofShards, ofPartition, ofNewTable, keys }: Load): number[] => {
  let table = ofNewTable;
  let partitions = shards;
  let peak = 0;
  const taken: number[] = [];
  for (let minute = 0; minute < HOURS * 60; minute++) {
    if (minute > 0 && minute % DOUBLING_MINUTES === 0) table = Math.max(table, 2 * peak);
    const isHot = ofShards > partitions * ofPartition;
    // All of the heat of growing keys stays in one of the halves.
    if (minute > 0 && minute % SPLIT_MINUTES === 0 && isHot && keys === 'random') partitions *= 2;
    const share = Math.min(1, table / perSecond, (partitions * ofPartition) / ofShards);
    peak = Math.max(peak, share * perSecond);
    taken.push(share);
  }
  return taken;
};

/** Units of a create in the shard of its post: in a transaction a write counts twice. */
const SHARD_UNITS = { alone: 1, authored: 2 } as const;
/** Units of a create in the table. The index of posts by author has limits of its own and takes the last unit. */
export const unitsOfCreate = { alone: 1, authored: budget.createPost.writeUnits - 1 } as const;

export type Kind = keyof typeof SHARD_UNITS;

/**
 * How many creates a second a shard gets on average where the busiest of all still stays within its limit: a hash deals
 * at random, and the most of n draws lies about √(2 ln n) standard deviations above the mean.
 */
const meanWithin = (most: number, shards: number) => {
  const spread = Math.sqrt(2 * Math.log(shards));
  return ((Math.sqrt(spread ** 2 + 4 * most) - spread) / 2) ** 2;
};

const creating = (shards: number, creates: number, kind: Kind): Load => ({
  shards,
  perSecond: creates * unitsOfCreate[kind],
  ofShards: creates * SHARD_UNITS[kind],
  ofPartition: meanWithin(PARTITION_WRITE_UNITS / SHARD_UNITS[kind], shards) * SHARD_UNITS[kind],
  ofNewTable: NEW_TABLE_WRITE_UNITS,
  keys: 'growing',
});

const listing = (shards: number, lists: number): Load => ({
  shards,
  perSecond: lists * unitsOfList(shards),
  // Every list reads the newer end of every shard, and of each as much.
  ofShards: lists * unitsOfList(shards),
  ofPartition: PARTITION_READ_UNITS,
  ofNewTable: NEW_TABLE_READ_UNITS,
  keys: 'growing',
});

const MUCH = 1e7;

/** What is taken of a load when nothing changes any more, and how many minutes it takes to get there. */
const settled = (load: Load) => {
  const taken = simulate(load);
  const share = taken.at(-1) ?? 0;
  return { share, minutes: taken.findIndex((each) => each >= share) };
};

export type Sustained = ReturnType<typeof sustained>;

/** What a plan of so many shards sustains: creates and lists a second, each alone. */
export const sustained = (shards: number) => {
  const most = (load: (much: number) => Load) => Math.floor(settled(load(MUCH)).share * MUCH + 1e-6);
  const creates = most((much) => creating(shards, much, 'alone'));
  return {
    shards,
    creates,
    authored: most((much) => creating(shards, much, 'authored')),
    lists: most((much) => listing(shards, much)),
    listUnits: unitsOfList(shards),
    minutes: settled(creating(shards, creates, 'alone')).minutes,
  };
};

/** In how many minutes splits alone would bring one shard to this many creates a second, if ids held no time. */
export const minutesBySplitting = (creates: number) =>
  simulate({ ...creating(1, creates, 'alone'), keys: 'random' }).indexOf(1);

/** Creates and lists a second. */
export type Rates = { readonly creates: number; readonly lists: number };

/** Whether a load is taken in full. */
export const takes = (shards: number, { creates, lists }: Rates, kind: Kind = 'alone') => ({
  creates: creates === 0 || settled(creating(shards, creates, kind)).share === 1,
  lists: lists === 0 || settled(listing(shards, lists)).share === 1,
});

/** Requests and units a second that a load needs; read and write units have the same limit, so the greater counts. */
export const needs = (shards: number, { creates, lists }: Rates, kind: Kind) => ({
  requests: creates + lists,
  units: Math.max(creates * unitsOfCreate[kind], Math.ceil(lists * unitsOfList(shards))),
});

/** Of one author, whatever the plan: each create counts in the author's item, and that takes what a partition does. */
export const createsOfAuthor = PARTITION_WRITE_UNITS / SHARD_UNITS.authored;

/** Creates a second of one author, if their transactions come one after another: an estimate from assumed times. */
export const createsInTurn = { least: 1000 / TRANSACTION_MS.most, most: 1000 / TRANSACTION_MS.least };
