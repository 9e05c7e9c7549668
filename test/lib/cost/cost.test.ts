import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { billOf, maxHourlyCost } from '../../../lib/cost/bill';
import { budget, maxResponseBytes, measuredMs, type RouteName } from '../../../lib/cost/budget';
import { formatCosts, parseCostOptions } from '../../../lib/cost/commands';
import { readCostFactors } from '../../../lib/cost/factors';
import { root } from '../../../lib/root';
import { startService } from '../../support/service';
import { templateOf } from '../../support/stack';

const { Resources } = templateOf();
const factors = readCostFactors({ Resources });
const ms = Object.fromEntries(Object.keys(budget).map((name) => [name, 10])) as Record<RouteName, number>;

describe('the bill', () => {
  test('is computed from the template', () => {
    expect(factors).toEqual({
      memoryMb: 512,
      timeoutSeconds: 10,
      rate: 1000,
      readUnits: 8000,
      writeUnits: 8000,
      replicatedUnits: 0,
      regions: 1,
      alarmMetrics: expect.any(Number),
      dashboards: 1,
      isTraced: false,
      keys: 0,
    });
    // Errors and throttles of each function, two of the API for the ratio, its latency, six operations of the table twice.
    expect(factors.alarmMetrics).toBe(2 * Object.keys(measuredMs).length + 2 + 1 + 6 + 6);
  });

  test('grows with every copy of the table', () => {
    const more = readCostFactors(templateOf({ replicas: 'eu-west-1,eu-west-2' }));
    expect(more).toMatchObject({ regions: 3, readUnits: 3 * 8000, writeUnits: 3 * 8000, replicatedUnits: 2 * 4000 });
  });

  test.each([
    ['a stage', 'ApiGatewayV2::Stage', 'DefaultRouteSettings', 'ThrottlingRateLimit'],
    ['a table', 'DynamoDB::GlobalTable', 'WriteOnDemandThroughputSettings', 'MaxWriteRequestUnits'],
  ])('has no limit where %s names none, and that is an error', (_, type, group, name) => {
    const bare = structuredClone(Resources);
    for (const resource of Object.values(bare)) if (resource.Type === `AWS::${type}`) delete resource.Properties[group];
    expect(() => readCostFactors({ Resources: bare })).toThrow(
      new Error(`The template has no ${group}.${name}, so its cost is unlimited; set it in lib/stack.`),
    );
  });

  test('charges each request for its duration, its capacity units, its log line and its response', () => {
    const { routes, fixed } = billOf({ requests: { createPost: 1e6 }, ms, users: 0, posts: 0 }, factors);
    expect(routes).toEqual([
      {
        name: 'createPost',
        requests: 1e6,
        dollars: {
          'API Gateway': expect.closeTo(1),
          // 10 ms on a processor are 34.6 ms of the share that half a gigabyte has.
          Lambda: expect.closeTo(0.2 + 1e6 * 0.5 * 0.01 * (1769 / 512) * 0.000_013_333_4),
          DynamoDB: expect.closeTo(5 * 0.625),
          CloudWatch: expect.closeTo((2000 * 1e6 * 0.5) / 2 ** 30 + 4 * 0.3),
          'X-Ray': 0,
          KMS: 0,
          Transfer: expect.closeTo((1e9 / 2 ** 30) * 0.09),
        },
      },
    ]);
    expect(fixed).toMatchObject({ DynamoDB: 0, CloudWatch: expect.closeTo(factors.alarmMetrics * 0.1 + 3) });
  });

  test('charges for the transfer of written data to other regions only with replicas', () => {
    const month = { requests: { createPost: 1e6, getPost: 1e6 }, ms, users: 0, posts: 0 };
    const copied = readCostFactors(templateOf({ replicas: 'eu-west-1,eu-west-2' }));
    const transfers = (of: typeof factors) => [
      ...billOf(month, of).routes.map(({ dollars }) => dollars.Transfer),
      maxHourlyCost(of).Transfer,
    ];
    const [create = 0, get = 0, hour = 0] = transfers(factors);
    const outbound = (1e9 / 2 ** 30) * 0.09;
    expect([create, get]).toEqual([expect.closeTo(outbound, 9), expect.closeTo(outbound, 9)]);
    expect(hour).toBeCloseTo((1000 * 3600 * maxResponseBytes * 0.09) / 2 ** 30, 9);
    // 1 kB for each write unit, to two regions, for 0.02 dollars a GB.
    const between = (units: number) => (2 * units * 1024 * 0.02) / 2 ** 30;
    expect(transfers(copied)).toEqual([
      expect.closeTo(create + between(5e6), 9),
      expect.closeTo(get, 9),
      expect.closeTo(hour + between(3600 * 4000), 9),
    ]);
  });

  test('charges for traces only with tracing, or the profile regulated', () => {
    const month = { requests: { getPost: 1e6 }, ms, users: 0, posts: 0 };
    const costsOf = (settings: object) => {
      const traced = readCostFactors(templateOf({ ...settings }));
      return [billOf(month, traced).routes[0]?.dollars['X-Ray'], maxHourlyCost(traced)['X-Ray']];
    };
    const all = [expect.closeTo(5, 9), expect.closeTo(1000 * 3600 * 5e-6, 9)];
    expect(costsOf({ tracing: true })).toEqual(all);
    expect(costsOf({ profile: 'regulated' })).toEqual(all);
    expect(costsOf({})).toEqual([0, 0]);
  });

  test.each([
    ['listPosts?expand', 31.5],
    ['listPosts?id', 50],
    ['listUsers?id', 50],
  ])('charges for the read units of %s', (name, units) => {
    const { routes } = billOf({ requests: { [name]: 1e6 }, ms, users: 0, posts: 0 }, factors);
    expect(routes[0]?.dollars.DynamoDB).toBeCloseTo(units * 0.125, 9);
  });

  test('cannot be computed when the table is not in the template', () => {
    expect(() => readCostFactors(templateOf({ table: 'restored' }))).toThrow(
      new Error('The template has no table of its own; leave out the setting "table"'),
    );
  });

  test('has the monthly and the worst-hour price that the READMEs state', () => {
    const [readme = '', frontDoor = ''] = ['lib/cost/README.md', 'README.md'].map((file) =>
      readFileSync(join(root, file), 'utf8'),
    );
    const [, args = '', shown] = /^\$ npm run -s cost -- (.*)\n([^`]*)^```$/m.exec(readme) ?? [];
    const text = formatCosts({ ...parseCostOptions(args.split(' ')), ms: measuredMs }, factors);
    expect(shown).toBe(text);
    const hour = Math.round(Number(text.trim().split(/\s+/).at(-1)));
    expect(text).toContain('Approximate maximum cost per hour');
    expect(readme).toContain(`about ${hour} dollars an hour`);
    expect(readme).not.toMatch(/at most \d+ dollars/);
    const [, month] = /^total .* ([\d.]+)$/m.exec(text) ?? [];
    expect(frontDoor).toContain(`about ${Math.round(Number(month))} dollars a month`);
    expect(frontDoor).toContain(`about ${hour} dollars an hour`);
  });
});

describe('the largest response', () => {
  const { ask, post } = startService();

  test('is not larger than the price of the worst hour assumes', async () => {
    // JSON escapes each of these characters, which gives the most bytes of JSON for the least storage.
    for (let i = 0; i < 22; i++) await post({ content: '"'.repeat(50_000) });
    const sizes = [];
    for (const path of ['/docs', '/openapi.json', '/posts?limit=100'])
      sizes.push((await ask(`GET ${path}`)).text.length);
    expect(Math.max(...sizes)).toBeGreaterThan(1.9e6);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(maxResponseBytes);
  });
});
