import { defineCommand } from '../command';
import { billOf, type Month, ownService, ownServiceIn, preflightsOf, services } from './bill';
import { requestsIn, unbilled } from './budget';
import { REACTION_MS } from './reactions';

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

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

/** Formats the cost of a month as a table with a row for each route and a column for each service. */
const formatBill = (bill: ReturnType<typeof billOf>) => {
  const rows = bill.map(([name, dollars]) => [name, services.map((service) => dollars[service])] as const);
  const totals = services.map((service) => sumOf(bill.map(([, dollars]) => dollars[service])));
  const lines = [...rows, ['total', totals] as const].map(([name, amounts]) => [
    name,
    ...[...amounts, sumOf(amounts)].map((amount) => amount.toFixed(2)),
  ]);
  return [['', ...services, 'total'], ...lines]
    .map(([name = '', ...cells]) => name.padEnd(16) + cells.map((cell) => cell.padStart(12)).join(''))
    .join('\n');
};

/** Formats the percentages of cold starts, if requests come at random and Lambda keeps an environment for 5 or 15 minutes. */
const formatStarts = (perMinute: readonly number[]) =>
  [5, 15]
    .map((minutes) => sumOf(perMinute.map((rate) => (100 * rate * Math.exp(-rate * minutes)) / sumOf(perMinute))))
    .map((percent) => (percent || 0).toFixed(1))
    .join(' or ');

const count = (does: string) => ({ type: 'string', value: 'number', does }) as const;
const options = {
  requests: count('requests a month, such as 250, 100k or 1.5M (default: 10M)'),
  items: count('stored resources (default: 1M)'),
  utilization: count('percentage of use of provisioned units (default: units on demand)'),
  ownership: { type: 'boolean', does: 'count the index of owners, too, for a stage with `ownership`' } as const,
};

/** Returns the bill of a month as `npm run cost` prints it, with what the bill assumes. */
export const describeBill = (month: Month, service = ownService, leftOut: readonly string[] = []) => {
  const [requests, items] = [month.requests, month.items].map((number) => number.toLocaleString('en-US'));
  const perMinute = Object.values(requestsIn(service.budget, month.requests)).map((count) => count / (30 * 24 * 60));
  const { reactions = [] } = service;
  const names = reactions.map(({ name }) => name).join(', ');
  const ofReactions = names && `\nreactions: ${names}, with an invocation of ${REACTION_MS} ms for each change`;
  const million = sumOf(Object.values(preflightsOf(month))).toFixed(2);
  return `US dollars a month in us-east-1: ${requests} requests, ${items} items of 1 kB, pages of 50
${formatBill(billOf(month, service))}${leftOut.length > 0 ? `\nleft out: ${leftOut.join(', ')}` : ''}${ofReactions}
preflights of web pages: ${million} more for each million
cold starts: ${formatStarts(perMinute)} %; with one function for all routes ${formatStarts([sumOf(perMinute)])} %\n`;
};

/** `npm run cost`: prints the cost of a month by route and by service, and what the bill assumes. */
export const runCost = defineCommand({ name: 'npm run cost', options }, (values) => {
  const requests = parseCount('requests', values.requests ?? '10M');
  const items = parseCount('items', values.items ?? '1M');
  const utilization = values.utilization === undefined ? undefined : parseShare('utilization', values.utilization);
  process.stdout.write(describeBill({ requests, items, utilization }, ownServiceIn(values), unbilled));
});
