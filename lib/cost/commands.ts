import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle } from '../build/bundle';
import { synthesize, synthesizeWithoutBundles, templateIn } from '../stack/synthesize';
import { billOf, type Dollars, type MonthlyUsage, maxHourlyCost, services, zeroDollars } from './bill';
import { measuredMs } from './budget';
import { type CostFactors, readCostFactors } from './factors';
import { measureRoutes } from './measure';
import { parseCostOptions, usage } from './options';

const sum = (costs: readonly Dollars[]): Dollars => {
  const total = zeroDollars();
  for (const dollars of costs) for (const service of services) total[service] += dollars[service];
  return total;
};

const formatDollars = (amount: number) => amount.toFixed(2).padStart(12);

/** Formats a table of dollars, with a row for each name, a column for each service and a column for the total. */
const formatTable = (lines: readonly (readonly [string, Dollars])[]) => {
  const width = Math.max(...lines.map(([name]) => name.length));
  const head = ['', ...services, 'total'].map((name, index) => (index === 0 ? ''.padEnd(width) : name.padStart(12)));
  const body = lines.map(([name, dollars]) => {
    const total = services.reduce((subtotal, service) => subtotal + dollars[service], 0);
    return [name.padEnd(width), ...services.map((service) => formatDollars(dollars[service])), formatDollars(total)];
  });
  return [head, ...body].map((cells) => cells.join('')).join('\n');
};

/** Settings whose price is shown. Each is the default of a stage until an operator sets it. */
const pricedSettings = ['tracing=true', 'profile=regulated', 'replicas=eu-west-1'];

/** Reads the cost factors of a stage with the settings in cdk.json, and with one more such as `tracing=true`. */
const factorsWith = (work: string, setting?: string) => {
  const [name = '', value] = setting?.split('=') ?? [];
  const assembly = synthesizeWithoutBundles(join(work, setting ?? 'stage'), setting ? { [name]: value } : {});
  return readCostFactors(templateIn(assembly));
};

/** Runs `use` with a temporary folder, and removes the folder afterwards. */
const withFolder = async <T>(use: (folder: string) => Promise<T>) => {
  process.env.CDK_VALIDATION = 'false';
  const work = mkdtempSync(join(tmpdir(), 'cost-'));
  try {
    return await use(work);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
};

const totalOf = ({ routes, fixed }: ReturnType<typeof billOf>) => sum([...routes.map(({ dollars }) => dollars), fixed]);

/** Returns what a setting adds to the bill. */
const difference = (more: Dollars, less: Dollars): Dollars => {
  const added = zeroDollars();
  for (const service of services) added[service] = more[service] - less[service];
  return added;
};

/** Cost factors of a stage by default, and with each of the priced settings. */
export type StageFactors = {
  readonly stage: CostFactors;
  readonly bySetting: readonly (readonly [name: string, CostFactors])[];
};

export const readStageFactors = (work: string): StageFactors => ({
  stage: factorsWith(work),
  bySetting: pricedSettings.map((setting) => [setting, factorsWith(work, setting)] as const),
});

/** Formats the cost of a month, what some settings add, and the max cost of an hour. */
export const formatCosts = (month: MonthlyUsage, { stage, bySetting }: StageFactors) => {
  const bill = billOf(month, stage);
  const total = totalOf(bill);
  const lines = bill.routes.map(({ name, dollars }) => [name, dollars] as const);
  const added = bySetting.map(([name, factors]) => [name, difference(totalOf(billOf(month, factors)), total)] as const);
  return `Cost per month in US dollars
${formatTable([...lines, ['without requests', bill.fixed], ['total', total]])}

Added per month by a setting
${formatTable(added)}

Approximate maximum cost per hour under these settings; throttles are targets, not hard limits
${formatTable([['', maxHourlyCost(stage)]])}
`;
};

/** Measures the milliseconds of the routes on this machine, with the bundles. */
const measure = async (work: string) => {
  const bundles = join(work, 'bundles');
  await bundle(bundles);
  const ms = await measureRoutes(synthesize(join(work, 'assembly'), bundles));
  process.stdout.write(`Milliseconds by route\n${JSON.stringify(ms, undefined, 2)}\n\n`);
  return ms;
};

/** Runs `npm run cost`: prints the cost of a month by service and route, and the approximate max cost of an hour. */
export const runCost = async (args: string[]) => {
  if (args.includes('--help')) return void process.stdout.write(usage);
  const options = parseCostOptions(args);
  await withFolder(async (work) => {
    const ms = options.isMeasured ? await measure(work) : measuredMs;
    process.stdout.write(formatCosts({ ...options, ms }, readStageFactors(work)));
  });
};
