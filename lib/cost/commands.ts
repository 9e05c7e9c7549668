import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundle } from '../build/bundle';
import { synthesize, templateIn } from '../stack/synthesize';
import { billOf, type Dollars, noDollars, services, worstHour } from './bill';
import { budget, type Name, usualMix } from './budget';
import { measure } from './measure';
import { measured } from './measured';
import { type Plan, planOf } from './plan';

const usage = `npm run cost -- [options]

  --requests <number>  in a month, as 10M; 1M unless given
  --users <number>     that are stored, as 100k; 10k unless given
  --posts <number>     that are stored; ten for each user unless given
  --mix <shares>       of the requests, as getPost=90,createPost=10
  --measure            measures the milliseconds of every route here, instead of taking those in lib/cost/measured.ts
`;

const factors: Record<string, number> = { '': 1, k: 1e3, M: 1e6, G: 1e9 };

const readNumber = (name: string, text: string) => {
  const [, digits = '', unit = ''] = /^(\d+(?:\.\d+)?)([kMG]?)$/.exec(text) ?? [];
  if (!digits) throw new Error(`--${name} is ${text}; allowed is a number such as 250, 100k or 1.5M`);
  return Number(digits) * (factors[unit] ?? 1);
};

const readMix = (text: string) => {
  const shares = text.split(',').map((part): [string, number] => {
    const [name = '', share = ''] = part.split('=');
    if (!(name in budget)) throw new Error(`--mix names ${name}; there are ${Object.keys(budget).join(', ')}`);
    return [name, readNumber('mix', share)];
  });
  return Object.fromEntries(shares);
};

export const readOptions = (args: string[]) => {
  const text = { type: 'string' } as const;
  const options = { requests: text, users: text, posts: text, mix: text, measure: { type: 'boolean' } } as const;
  const { values } = parseArgs({ args, options });
  const users = readNumber('users', values.users ?? '10k');
  const mix: Partial<Record<Name, number>> = values.mix ? readMix(values.mix) : usualMix;
  const all = Object.values(mix).reduce((sum, share) => sum + share, 0);
  if (all === 0) throw new Error('--mix has no share above 0');
  const requests = readNumber('requests', values.requests ?? '1M');
  return {
    users,
    posts: values.posts ? readNumber('posts', values.posts) : users * 10,
    requests: Object.fromEntries(Object.entries(mix).map(([name, share]) => [name, (requests * share) / all])),
    isMeasured: values.measure ?? false,
  };
};

const sum = (all: readonly Dollars[]): Dollars => {
  const total = noDollars();
  for (const dollars of all) for (const service of services) total[service] += dollars[service];
  return total;
};

const money = (amount: number) => amount.toFixed(2).padStart(12);

/** A table in dollars: a line for each route, the services across. */
const tableOf = (lines: readonly (readonly [string, Dollars])[]) => {
  const width = Math.max(...lines.map(([name]) => name.length));
  const head = ['', ...services, 'all'].map((name, index) => (index === 0 ? ''.padEnd(width) : name.padStart(12)));
  const body = lines.map(([name, dollars]) => {
    const all = services.reduce((total, service) => total + dollars[service], 0);
    return [name.padEnd(width), ...services.map((service) => money(dollars[service])), money(all)];
  });
  return [head, ...body].map((cells) => cells.join('')).join('\n');
};

/** The stack as its settings in cdk.json make it. */
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

/** A month's bill, and the dearest hour. */
export const costsOf = (month: Parameters<typeof billOf>[0], plan: Plan) => {
  const { routes, standing } = billOf(month, plan);
  const lines = routes.map(({ name, dollars }) => [name, dollars] as const);
  const all = sum([...lines.map(([, dollars]) => dollars), standing]);
  return `A month in US dollars
${tableOf([...lines, ['without requests', standing], ['all', all]])}

About what the dearest hour costs that the settings allow; throttles are targets, not ceilings
${tableOf([['', worstHour(plan)]])}
`;
};

/** `npm run cost`: prints a month's bill by service and by route, and about what the dearest hour costs. */
export const printCost = async (args: string[]) => {
  if (args.includes('--help')) return void process.stdout.write(usage);
  const options = readOptions(args);
  await withAssembly(async (assembly) => {
    const plan = planOf(templateIn(assembly));
    const ms = options.isMeasured ? await measure(assembly) : measured;
    if (options.isMeasured) process.stdout.write(`Milliseconds\n${JSON.stringify(ms, undefined, 2)}\n\n`);
    process.stdout.write(costsOf({ ...options, ms }, plan));
  });
};
