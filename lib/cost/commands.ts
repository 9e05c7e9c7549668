import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundle } from '../build/bundle';
import { synthesize, templateIn } from '../stack/synthesize';
import { billOf, type Dollars, type MonthlyUsage, maxHourlyCost, services, zeroDollars } from './bill';
import { defaultMix, measuredMs, requestBudget } from './budget';
import { type CostFactors, readCostFactors } from './factors';
import { measureRoutes } from './measure';

const usage = `npm run cost -- [options]

  --requests <number>  requests in a month, such as 10M (default: 1M)
  --users <number>     stored users, such as 100k (default: 10k)
  --posts <number>     stored posts (default: ten for each user)
  --mix <shares>       shares of the routes in the requests, such as getPost=90,createPost=10
  --measure            measures the milliseconds of every route on this machine, instead of using those of resource.ts
`;

const multipliers: Record<string, number> = { '': 1, k: 1e3, M: 1e6, G: 1e9 };

const parseNumber = (name: string, text: string) => {
  const [, digits = '', unit = ''] = /^(\d+(?:\.\d+)?)([kMG]?)$/.exec(text) ?? [];
  if (!digits) throw new Error(`--${name} is ${text}; allowed is a number such as 250, 100k or 1.5M`);
  return Number(digits) * (multipliers[unit] ?? 1);
};

const parseMix = (text: string) => {
  const shares = text.split(',').map((part): [string, number] => {
    const [name = '', share = ''] = part.split('=');
    if (!(name in requestBudget))
      throw new Error(`--mix names ${name}; there are ${Object.keys(requestBudget).join(', ')}`);
    return [name, parseNumber('mix', share)];
  });
  return Object.fromEntries(shares);
};

export const parseCostOptions = (args: string[]) => {
  const text = { type: 'string' } as const;
  const options = { requests: text, users: text, posts: text, mix: text, measure: { type: 'boolean' } } as const;
  const { values } = parseArgs({ args, options });
  const users = parseNumber('users', values.users ?? '10k');
  const mix = values.mix ? parseMix(values.mix) : defaultMix;
  const total = Object.values(mix).reduce((sum, share) => sum + share, 0);
  if (total === 0) throw new Error('--mix has no share above 0');
  const requests = parseNumber('requests', values.requests ?? '1M');
  return {
    users,
    posts: values.posts ? parseNumber('posts', values.posts) : users * 10,
    requests: Object.fromEntries(Object.entries(mix).map(([name, share]) => [name, (requests * share) / total])),
    isMeasured: values.measure ?? false,
  };
};

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

/** Synthesizes the stack with the settings in cdk.json into a temporary folder, and removes the folder afterwards. */
const withAssembly = async <T>(use: (assembly: string) => Promise<T>) => {
  process.env.CDK_VALIDATION = 'false';
  const work = mkdtempSync(join(tmpdir(), 'cost-'));
  try {
    const bundles = join(work, 'bundles');
    await bundle(bundles);
    return await use(synthesize(join(work, 'assembly'), bundles));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
};

/** Formats the cost of a month and the max cost of an hour. */
export const formatCosts = (month: MonthlyUsage, factors: CostFactors) => {
  const { routes, fixed } = billOf(month, factors);
  const lines = routes.map(({ name, dollars }) => [name, dollars] as const);
  const total = sum([...lines.map(([, dollars]) => dollars), fixed]);
  return `Cost per month in US dollars
${formatTable([...lines, ['without requests', fixed], ['total', total]])}

Approximate maximum cost per hour under these settings; throttles are targets, not hard limits
${formatTable([['', maxHourlyCost(factors)]])}
`;
};

/** Runs `npm run cost`: prints the cost of a month by service and route, and the approximate max cost of an hour. */
export const runCost = async (args: string[]) => {
  if (args.includes('--help')) return void process.stdout.write(usage);
  const options = parseCostOptions(args);
  await withAssembly(async (assembly) => {
    const factors = readCostFactors(templateIn(assembly));
    const ms = options.isMeasured ? await measureRoutes(assembly) : measuredMs;
    if (options.isMeasured) process.stdout.write(`Milliseconds by route\n${JSON.stringify(ms, undefined, 2)}\n\n`);
    process.stdout.write(formatCosts({ ...options, ms }, factors));
  });
};
