import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { chartOf } from '../chart';
import { MOST_SHARDS } from '../partitions';
import { TABLE_UNITS } from './limits';
import { createsOfAuthor, minutesBySplitting, type Sustained, sustained, takes } from './model';

const usage = `npm run simulate -- [options]

  --shards <numbers>   of an epoch, as 1,4,16; all powers of two up to ${MOST_SHARDS} unless given
  --creates <number>   a second, --lists <number>: says which of the plans take them
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
  const { values } = parseArgs({ args, options: { shards: text, creates: text, lists: text, svg: text } });
  const { shards, creates, lists, svg } = values;
  const rate = (name: string, given = '0') => readNumber(name, given, 0, 1e6);
  return {
    shards: shards ? shards.split(',').map((each) => readNumber('shards', each, 1, MOST_SHARDS)) : standard,
    load: creates || lists ? { creates: rate('creates', creates), lists: rate('lists', lists) } : undefined,
    svg,
  };
};

type Options = ReturnType<typeof readOptions>;

const grouped = (value: number) => value.toLocaleString('en-US');

const tableOf = (rows: readonly (readonly string[])[]) =>
  rows
    .map((cells) => cells.map((cell, index) => cell.padStart([6, 18, 18, 18, 18, 18][index] ?? 30)).join(''))
    .join('\n');

const verdictOf = (shards: number, load: NonNullable<Options['load']>) => {
  const taken = takes(shards, load);
  const missing = [...(taken.creates ? [] : ['creates']), ...(taken.lists ? [] : ['lists'])];
  return missing.length === 0 ? 'yes' : `not the ${missing.join(' and ')}`;
};

/** What is printed. */
export const reportOf = (all: readonly Sustained[], load: Options['load']) => {
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
    ...(load ? [verdictOf(shards, load)] : []),
  ]);
  return `${tableOf([load ? [...head, 'takes the load'] : head, ...rows])}

Creates and lists are each alone on a table that is new: it takes the minutes to double its way up. An author has at most
${grouped(createsOfAuthor)} creates a second under any plan. Above ${grouped(TABLE_UNITS)} units a second, AWS has to be asked for a higher quota of the table.
DynamoDB splits hot partitions by itself; were ids random, that would bring one shard to 100,000 creates a second within
${minutesBySplitting(100_000)} minutes. But ids here hold their time, and all creates go to the newer half.
Left out: bursts, the SDK's retries, other requests, the API's and Lambda's own limits, lists in the past of the newest epoch.
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
  const { shards, load, svg } = readOptions(args);
  const all = shards.map(sustained);
  process.stdout.write(reportOf(all, load));
  if (svg) writeFileSync(svg, drawingOf(all));
};
