import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { MAX_SHARDS } from '../deploy/partitions';
import { chartOf } from '../docs/chart';
import { describeShortage, readBounds, type StageBounds } from './bounds';
import { TABLE_UNITS, TRANSACTION_MS } from './limits';
import {
  type CreateKind,
  capacityOf,
  maxCreatesPerAuthor,
  minutesBySplitting,
  type PlanCapacity,
  sequentialCreates,
  sustains,
  unitsPerCreate,
} from './model';

const usage = `npm run simulate -- [options]

  --shards <numbers>       shards of the epoch, such as 1,4,16 (default: the powers of two up to ${MAX_SHARDS})
  --creates <number>       creates a second of a load; the table then tells which plans sustain the load
  --lists <number>         lists a second of that load
  --max-units <number>     maxUnits of the stage (default: the setting in cdk.json)
  --throttle <rate,burst>  throttle of the stage (default: the setting in cdk.json)
  --svg <file>             draws a chart of the results into this file
`;

const defaultShards = [1, 2, 4, 8, 16, 32, 64, 128];

const parseNumber = (name: string, text: string, min: number, max: number) => {
  const value = Number(text);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new Error(`--${name} has ${JSON.stringify(text)}; allowed is a whole number from ${min} to ${max}.`);
};

export const parseSimulateOptions = (args: string[]) => {
  const text = { type: 'string' } as const;
  const options = { shards: text, creates: text, lists: text, svg: text, 'max-units': text, throttle: text };
  const { values } = parseArgs({ args, options });
  const { shards, creates, lists, svg } = values;
  const parseRate = (name: string, given = '0') => parseNumber(name, given, 0, 1e6);
  return {
    shards: shards ? shards.split(',').map((each) => parseNumber('shards', each, 1, MAX_SHARDS)) : defaultShards,
    load: creates || lists ? { creates: parseRate('creates', creates), lists: parseRate('lists', lists) } : undefined,
    bounds: readBounds(values),
    svg,
  };
};

type Conditions = Pick<ReturnType<typeof parseSimulateOptions>, 'load'> & { readonly bounds: StageBounds };

const kinds: readonly CreateKind[] = ['withoutAuthor', 'withAuthor'];

const formatNumber = (value: number) => value.toLocaleString('en-US');

const formatTable = (rows: readonly (readonly string[])[]) =>
  rows
    .map((cells) => cells.map((cell, index) => cell.padStart([6, 18, 18, 18, 18, 18][index] ?? 44)).join(''))
    .join('\n');

/** Returns "yes" or the reason why a plan does not sustain the load. Names too few shards before too low settings. */
const formatVerdict = (shards: number, kind: CreateKind, { load = { creates: 0, lists: 0 }, bounds }: Conditions) => {
  const sustained = sustains(shards, load, kind);
  const missing = [...(sustained.creates ? [] : ['creates']), ...(sustained.lists ? [] : ['lists'])];
  if (missing.length > 0) return `too few shards for ${missing.join(' and ')}`;
  return describeShortage({ shards, rates: load, kind }, bounds) ?? 'yes';
};

/** Formats the capacity of each plan as a table, with notes on limits. With a load, tells which plans sustain it. */
export const formatReport = (plans: readonly PlanCapacity[], conditions: Conditions) => {
  const { load, bounds } = conditions;
  const head = ['shards', 'creates a second', 'with an author', 'lists a second', 'units of a list', 'warm-up minutes'];
  const rows = plans.map(({ shards, creates, createsWithAuthor, lists, listUnits, minutes }) => [
    ...[shards, creates, createsWithAuthor, lists, Math.round(listUnits * 2) / 2, minutes].map(formatNumber),
    ...(load ? kinds.map((kind) => formatVerdict(shards, kind, conditions)) : []),
  ]);
  const [rate, maxUnits] = [formatNumber(bounds.throttle.rate), formatNumber(bounds.maxUnits)];
  const maxWithAuthor = formatNumber(Math.floor(bounds.maxUnits / unitsPerCreate.withAuthor));
  const { min, max } = sequentialCreates;
  return `${formatTable([load ? [...head, 'load without authors', 'load with authors'] : head, ...rows])}

The numbers above are limits of DynamoDB, for creates alone and for lists alone. A new table accepts all of the creates
after the warm-up minutes, because DynamoDB doubles its capacity step by step.
The stage accepts about ${rate} requests a second (throttle), and its table about ${maxUnits} units (maxUnits): ${maxUnits} creates,
or ${maxWithAuthor} with an author. "needs" gives the value to which a setting must rise.
An author has at most ${formatNumber(maxCreatesPerAuthor)} creates a second under any plan. Conflicts leave fewer, because each create is a
transaction on the author's item: DynamoDB cancels a transaction that overlaps another, and the service retries. If a
transaction takes ${TRANSACTION_MS.min} to ${TRANSACTION_MS.max} ms, ${min} to ${max} creates a second fit without overlap. This is an estimate, because these
times were not measured.
Above ${formatNumber(TABLE_UNITS)} units a second, the table needs a higher quota from AWS.
DynamoDB splits hot partitions by itself. With random ids, splits would bring one shard to 100,000 creates a second
within ${minutesBySplitting(100_000)} minutes. Splits do not help here, because ids begin with the time and all creates go to the newer half.
Not simulated: bursts, retries of the SDK, other requests, limits of Lambda, lists that start before the newest epoch.
`;
};

/** Draws the capacity of plans as an SVG chart. */
export const drawChart = (plans: readonly PlanCapacity[]) =>
  chartOf({
    title: 'Requests per second that the posts of one epoch sustain',
    across: 'shards of the epoch',
    labels: plans.map(({ shards }) => String(shards)),
    series: [
      { name: 'creates', values: plans.map(({ creates }) => creates) },
      { name: 'with an author', values: plans.map(({ createsWithAuthor }) => createsWithAuthor) },
      { name: 'lists', values: plans.map(({ lists }) => lists) },
    ],
  });

/** Runs `npm run simulate`: prints the capacity of partition plans under DynamoDB's limits. `--svg` also draws it. */
export const runSimulate = (args: string[]) => {
  if (args.includes('--help')) return void process.stdout.write(usage);
  const { shards, load, bounds, svg } = parseSimulateOptions(args);
  const plans = shards.map(capacityOf);
  process.stdout.write(formatReport(plans, { load, bounds }));
  if (svg) writeFileSync(svg, drawChart(plans));
};
