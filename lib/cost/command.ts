import { defineCommand } from '../command';
import { billOf, type Month, services } from './bill';

const exponents: Record<string, number> = { k: 3, M: 6, G: 9 };

const parseCount = (name: string, text: string) => {
  const [, digits = '', unit = ''] = /^(\d+(?:\.\d+)?)([kMG]?)$/.exec(text) ?? [];
  // Not a product, because 4.1 * 1e6 is not a whole number.
  const count = Number(`${digits}e${exponents[unit] ?? 0}`);
  if (!digits || !Number.isSafeInteger(count))
    throw new Error(`--${name} is ${text}; allowed: a whole number such as 250, 100k or 1.5M`);
  return count;
};

const parseShare = (name: string, text: string) => {
  const percent = parseCount(name, text);
  if (percent < 1 || percent > 100) throw new Error(`--${name} is ${text}; allowed: a percentage from 1 to 100`);
  return percent / 100;
};

/** Formats the cost of a month as a table with a row for each route and a column for each service. */
const formatBill = (bill: ReturnType<typeof billOf>) => {
  const total = Object.fromEntries(
    services.map((service) => [service, bill.reduce((sum, [, each]) => sum + each[service], 0)]),
  );
  const rows = [...bill, ['total', total as (typeof bill)[number][1]] as const].map(([name, dollars]) => {
    const amounts = services.map((service) => dollars[service]);
    return [name, ...[...amounts, amounts.reduce((sum, amount) => sum + amount)].map((amount) => amount.toFixed(2))];
  });
  return [['', ...services, 'total'], ...rows]
    .map((cells) => cells.map((cell, index) => (index === 0 ? cell.padEnd(16) : cell.padStart(12))).join(''))
    .join('\n');
};

/** Names in one line what the bill assumes. budget.ts has the share, the units and the bytes of each route. */
const formatAssumptions = ({ requests, users, posts }: Month) => {
  const [first, second, third] = [requests, users, posts].map((count) => count.toLocaleString('en-US'));
  return `US dollars a month in us-east-1: ${first} requests, ${second} users, ${third} posts, 1 kB each, pages of 50`;
};

const count = (does: string) => ({ type: 'string', value: 'number', does }) as const;
const options = {
  requests: count('requests a month, such as 250, 100k or 1.5M (default: 1M)'),
  users: count('stored users (default: 10k)'),
  posts: count('stored posts (default: ten for each user)'),
  utilization: count('percentage of use of provisioned units (default: units on demand)'),
};

type CostValues = { readonly [name in keyof typeof options]?: string };

/** Formats the cost of a month by route and by service. */
export const formatCost = (values: CostValues) => {
  const requests = parseCount('requests', values.requests ?? '1M');
  const users = parseCount('users', values.users ?? '10k');
  const posts = parseCount('posts', values.posts ?? `${users * 10}`);
  const utilization = values.utilization === undefined ? undefined : parseShare('utilization', values.utilization);
  const month = { requests, users, posts, utilization };
  return `${formatAssumptions(month)}\n${formatBill(billOf(month))}\n`;
};

/** `npm run cost`: prints the cost of a month. */
export const runCost = defineCommand({ name: 'npm run cost', options }, (values) => {
  process.stdout.write(formatCost(values));
});
