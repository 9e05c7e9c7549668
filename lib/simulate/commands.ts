import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { MOST_SHARDS } from '../deploy/partitions';
import { chartOf } from '../docs/chart';
import { type Bounds, readBounds, refusalOf } from './bounds';
import { TABLE_UNITS, TRANSACTION_MS } from './limits';
import {
  createsInTurn,
  createsOfAuthor,
  type Kind,
  minutesBySplitting,
  type Sustained,
  sustained,
  takes,
  unitsOfCreate,
} from './model';

const usage = `npm run simulate -- [options]

  --shards <numbers>   of an epoch, as 1,4,16; all powers of two up to ${MOST_SHARDS} unless given
  --creates <number>   a second, --lists <number>: says which of the plans take them
  --max-units <number>, --throttle <rate,burst>: of the stage; those in cdk.json, or their defaults, unless given
  --svg <file>         draws what they sustain
`;

const standard = [1, 2, 4, 8, 16, 32, 64, 128];

const readNumber = (name: string, given: string, least: number, most: number) => {
  const value = Number(given);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new Error(`--${name} has ${JSON.stringify(given)}; allowed is a whole number from ${least} to ${most}.`);
};

export const readOptions = (args: string[]) => {
  const text = { type: 'string' } as const;
  const options = { shards: text, creates: text, lists: text, svg: text, 'max-units': text, throttle: text };
  const { values } = parseArgs({ args, options });
  const { shards, creates, lists, svg } = values;
  const rate = (name: string, given = '0') => readNumber(name, given, 0, 1e6);
  return {
    shards: shards ? shards.split(',').map((each) => readNumber('shards', each, 1, MOST_SHARDS)) : standard,
    load: creates || lists ? { creates: rate('creates', creates), lists: rate('lists', lists) } : undefined,
    bounds: readBounds(values),
    svg,
  };
};

type Options = ReturnType<typeof readOptions>;

const grouped = (value: number) => value.toLocaleString('en-US');

const tableOf = (rows: readonly (readonly string[])[]) =>
  rows
    .map((cells) => cells.map((cell, index) => cell.padStart([6, 18, 18, 18, 18, 18][index] ?? 40)).join(''))
    .join('\n');

type Asked = { readonly load: Options['load']; readonly bounds: Bounds };

/** A yes, or why a load is refused: the partition plan first, and else the settings of the stage. */
const verdictOf = (shards: number, kind: Kind, { load = { creates: 0, lists: 0 }, bounds }: Asked) => {
  const taken = takes(shards, load, kind);
  const missing = [...(taken.creates ? [] : ['creates']), ...(taken.lists ? [] : ['lists'])];
  if (missing.length > 0) return `not the ${missing.join(' and ')}`;
  return refusalOf({ shards, rates: load, kind }, bounds) ?? 'yes';
};

/** What is printed. */
export const reportOf = (all: readonly Sustained[], asked: Asked) => {
  const { load, bounds } = asked;
  const head = [
    'shards',
    'creates a second',
    'with an author',
    'lists a second',
    'units of a list',
    'minutes to there',
  ];
  const rows = all.map(({ shards, creates, authored, lists, listUnits, minutes }) => [
    ...[shards, creates, authored, lists, Math.round(listUnits * 2) / 2, minutes].map(grouped),
    ...(load ? [verdictOf(shards, 'alone', asked), verdictOf(shards, 'authored', asked)] : []),
  ]);
  return `${tableOf([load ? [...head, 'takes the load', 'with authors'] : head, ...rows])}

The numbers are what DynamoDB takes. The stage answers about ${grouped(bounds.throttle.rate)} requests a second (throttle), and its table
takes about ${grouped(bounds.maxUnits)} units (maxUnits): ${grouped(bounds.maxUnits)} creates, ${grouped(Math.floor(bounds.maxUnits / unitsOfCreate.authored))} with an author. A setting that a load needs must rise to the number shown.
Creates and lists are each alone on a table that is new: it takes the minutes to double its way up.
By its units an author has at most ${grouped(createsOfAuthor)} creates a second under any plan. Conflicts leave fewer, because each create is a
transaction on the author's item: DynamoDB cancels one that overlaps another, and the service tries again. If a transaction
takes ${TRANSACTION_MS.least} to ${TRANSACTION_MS.most} ms, ${createsInTurn.least} to ${createsInTurn.most} a second follow one another: an estimate, because nobody measured these times.
Above ${grouped(TABLE_UNITS)} units a second, AWS has to be asked for a higher quota of the table.
DynamoDB splits hot partitions by itself; were ids random, that would bring one shard to 100,000 creates a second within
${minutesBySplitting(100_000)} minutes. But ids here hold their time, and all creates go to the newer half.
Left out: bursts, the SDK's retries, other requests, Lambda's own limits, lists in the past of the newest epoch.
`;
};

export const drawingOf = (all: readonly Sustained[]) =>
  chartOf({
    title: 'What the posts of one epoch sustain, a second',
    across: 'shards of the epoch',
    labels: all.map(({ shards }) => String(shards)),
    series: [
      { name: 'creates', values: all.map(({ creates }) => creates) },
      { name: 'with an author', values: all.map(({ authored }) => authored) },
      { name: 'lists', values: all.map(({ lists }) => lists) },
    ],
  });

/** `npm run simulate`: what plans sustain by DynamoDB's documented limits, as a table and a chart. */
export const runSimulate = (args: string[]) => {
  if (args.includes('--help')) return void process.stdout.write(usage);
  const { shards, load, bounds, svg } = readOptions(args);
  const all = shards.map(sustained);
  process.stdout.write(reportOf(all, { load, bounds }));
  if (svg) writeFileSync(svg, drawingOf(all));
};
