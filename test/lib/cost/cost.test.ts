import * as v from 'valibot';
import { type Verb, verbOf, verbs } from '../../../functions/kit/http/route';
import { versionsOf } from '../../../functions/kit/resources';
import * as siteRoutes from '../../../functions/kit/site/routes';
import * as routes from '../../../functions/routes';
import { billOf } from '../../../lib/cost/bill';
import { budgetOf, type Shape } from '../../../lib/cost/budget';
import { describeBill, runCost } from '../../../lib/cost/command';
import { reactionsOf } from '../../../lib/cost/reactions';
import { prices } from '../../../lib/stack/monitoring/prices';
import { Settings } from '../../../lib/stack/settings';
import { routesOf as routesIn } from '../../../lib/verify/rows/resources';
import { describeEach } from '../../support/declared';
import { readText } from '../../support/sources';
import { templateOf } from '../../support/stack';

/** Returns the budgets of the six routes of a resource. */
const routesOf = (singular: string, plural: string, shape: Shape) =>
  Object.fromEntries(
    verbs.map((verb: Verb) => [`${verb}${verb === 'list' ? plural : singular}`, budgetOf(shape, verb)]),
  );

/** The service of the READMEs, whatever this project declares: customers have a unique field, and orders belong to them. */
const sample = {
  budget: {
    ...routesOf('Order', 'Orders', { uniques: 0, parents: 1, indexes: 1, hasChildren: false, versions: 1 }),
    ...routesOf('Customer', 'Customers', { uniques: 1, parents: 0, indexes: 0, hasChildren: true, versions: 1 }),
  },
  indexes: 1,
};
const sampleBill = (requests: number, utilization?: number) =>
  describeBill({ requests, items: 1e6, utilization }, sample);

const printed = async (...parameters: readonly string[]) => {
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  await runCost(parameters);
  const text = write.mock.calls.join('');
  write.mockRestore();
  return text;
};

test('the bill of 10 million requests is the one in the README, as are the cold starts of few', () => {
  const readme = readText('lib/cost/README.md');
  expect(/\$ npm run -s cost\n([^`]+)/.exec(readme)?.[1]).toBe(sampleBill(10e6));
  for (const [, perMinute, each, one] of readme.matchAll(/^ {2}\| (\d+) \| (.+ %) \| (.+ %) \|$/gm))
    expect(sampleBill(Number(perMinute) * 60 * 24 * 30)).toContain(
      `${each}; with one function for all routes ${one}\n`,
    );
});

test('npm run cost prints the bill of this service for the requests, items and utilization that it is given', async () => {
  const [total = ''] = describeBill({ requests: 1e5, items: 2e6, utilization: 0.5 }).match(/^total .+$/m) ?? [];
  expect(await printed('--requests', '100k', '--items', '2M', '--utilization', '50')).toContain(`\n${total}\n`);
});

/** Makes a row of lib/deploy/README.md: dollars on demand, with half of provisioned units, and of gateway and functions. */
const rowOf = (name: string, requests: number) => {
  const bills = [sampleBill(requests), sampleBill(requests, 0.5)];
  const totals = bills.map((bill) => bill.match(/(?<=^total .*)[\d.]+/gm)?.map(Number) ?? []);
  const [gateway = 0, lambda = 0] = totals[0] ?? [];
  const dollars = [...totals.map((amounts) => amounts.at(-1) ?? 0), gateway + lambda].map(Math.round);
  return `| ${[name, ...dollars.map((amount) => amount.toLocaleString('en-US'))].join(' | ')} |`;
};

test('the bills and the limits in the other READMEs are those of the same service', () => {
  const rows = [rowOf('10M', 10e6), rowOf('100M', 100e6), rowOf('1G', 1e9)];
  expect(readText('lib/deploy/README.md').match(/^\| \d+[MG] (\| [\d,]+ ){3}\|/gm)).toEqual(rows);
  const inFront = [...readText('README.md').matchAll(/million requests a month cost about (\d+) /g)];
  expect([...new Set(inFront.map(([, amount]) => amount))]).toEqual([rows[0]?.split(' | ')[1]]);
  // Computed by hand for 1G, from AWS's prices of a million requests or units, of GB-seconds and of GB.
  const functions = 300 * 1 + 700 * 0.9 + 1000 * 0.2 + 3_847_970 * 0.000_013_333_4;
  // Stored items, two kinds of logs, metrics of alarms, and responses.
  const others = 2.33 * (0.25 + 0.2) + 195.58 * 0.5 + 206.75 * 0.25 + 21 * 0.1 + 6381.87 * 0.09;
  const onDemand = 2155 * 0.125 + 962.5 * 0.625;
  // Prices of a unit for an hour, half of which is used.
  const provisioned = (2155e6 * 0.000_13 + 962.5e6 * 0.000_65) / 3600 / 0.5;
  const dollars = [functions + others + onDemand, functions + others + provisioned, functions];
  expect(rows[2]?.replaceAll(',', '')).toBe(`| 1G | ${dollars.map(Math.round).join(' | ')} |`);
  const [, idle] = billOf({ requests: 1, items: 0 }, sample).at(-1) ?? [];
  expect(readText('lib/deploy/FIRST-DEPLOYMENT.md')).toContain(` alarms for ${idle?.CloudWatch} dollars a month.`);
  // Three of four requests are about orders, and 9 % create one.
  const rates = [1000, 4000 / 2.155, 3000 / 2.155 / 0.75, 4000 / 0.9625, 500 / 0.09].map(Math.round);
  const inReadme = readText('lib/deploy/README.md').matchAll(/^\| \D+ \| ([\d,]{5}) \|/gm);
  expect([...inReadme].map(([, rate = '']) => Number(rate.replace(',', '')))).toEqual(rates);
});

test('the bill counts an invocation of each reaction for each change of its resources, and its alarms', () => {
  const routes = ['createOrder', 'replaceOrder', 'updateOrder', 'removeOrder'];
  const reactions = [{ name: 'notify', routes, memoryMb: 1024 }];
  const [month, plain] = [{ requests: 1e6, items: 0 }, billOf({ requests: 1e6, items: 0 }, sample)];
  const bill = billOf(month, { ...sample, reactions });
  // Three of four requests are about orders, and a quarter of these write one.
  const changes = 0.75 * 0.25 * 1e6;
  const [name, dollars] = bill.at(-2) ?? [];
  const Lambda = expect.closeTo(changes * (0.2e-6 + 0.1 * 0.000_013_333_4), 6);
  const CloudWatch = expect.closeTo((0.5 * changes * 210) / 1024 ** 3, 6);
  expect([name, dollars]).toEqual(['notify', { 'API Gateway': 0, Lambda, DynamoDB: 0, CloudWatch, Transfer: 0 }]);
  const [was, is] = [plain, bill].map((each) => each.at(-1)?.[1].CloudWatch ?? 0);
  expect((is ?? 0) - (was ?? 0)).toBeCloseTo(0.2);
  expect(bill.filter(([row]) => row !== 'notify' && row !== 'without requests')).toEqual(plain.slice(0, -1));
  const line = 'reactions: notify, with an invocation of 100 ms for each change\n';
  expect(describeBill(month, { ...sample, reactions })).toContain(line);
  expect(describeBill(month, sample)).not.toContain('reactions:');
});

describeEach('the reaction to a resource', (_, resource) => {
  test('is billed for the routes that write it, in all versions', () => {
    const jobs = {
      notify: { entry: 'functions/notify.ts', changesOf: resource },
      nightly: { entry: 'functions/n.ts' },
    } as const;
    const reads = ['list', 'get'];
    const ofVersions = versionsOf(resource).flatMap(routesIn);
    const written = ofVersions.flatMap(([name, route]) => (reads.includes(verbOf(route) ?? 'get') ? [] : [name]));
    expect(reactionsOf(jobs)).toEqual([{ name: 'notify', routes: expect.arrayContaining(written), memoryMb: 512 }]);
    expect(reactionsOf(jobs)[0]?.routes).toHaveLength(written.length);
  });
});

test('both READMEs name the cost of the worst hour of a stage without settings', () => {
  const { throttle, maxUnits } = v.parse(Settings, {});
  const { gateway, lambda, transfer, dynamodb } = prices;
  const { MemorySize = 0, Timeout = 0 } = { ...templateOf().each('Lambda::Function')[0]?.Properties };
  const duration = (MemorySize / 1024) * Timeout * lambda.perGigabyteSecond;
  const perRequest = 4 * gateway.perRequest + duration + (2 / 1024) * transfer.perGigabyteOut;
  const perSecond = throttle.rate * perRequest + 2 * maxUnits * (dynamodb.perReadUnit + dynamodb.perWriteUnit);
  for (const file of ['README.md', 'lib/cost/README.md'])
    expect(readText(file)).toContain(`costs about ${Number((3600 * perSecond).toPrecision(1))} dollars`);
});

test('npm run cost names each route that is not of the site, in the bill or among those that the bill leaves out', async () => {
  const text = await printed();
  for (const name of Object.keys(routes).filter((each) => !(each in siteRoutes)))
    expect(text).toMatch(new RegExp(`^(left out: .*)?\\b${name}\\b`, 'm'));
});

test.each([
  ...['0', '101'].map((text) => ['utilization', text, 'a percentage from 1 to 100']),
  ...['10m', '-5', '1.5', '1e3'].map((text) => ['requests', text, 'a whole number such as 250, 100k or 1.5M']),
])('--%s %s is refused with what is allowed', async (name, text, allowed) => {
  await expect(runCost([`--${name}=${text}`])).rejects.toThrow(`--${name} is ${text}; allowed: ${allowed}`);
});
