import { billOf, maxHourlyCost } from '../../../lib/cost/bill';
import { budget, HEADER_BYTES, logBytes, maxResponseBytes, type RouteName } from '../../../lib/cost/budget';
import { readCostFactors } from '../../../lib/cost/factors';
import { templateOf } from '../../support/stack';

const { Resources } = templateOf();
const factors = readCostFactors({ Resources });
const ms = Object.fromEntries(Object.keys(budget).map((name) => [name, 10])) as Record<RouteName, number>;

const usage = { ms, startShare: 0.01, users: 0, posts: 0 };

describe('the bill', () => {
  test('charges each request for its duration, its capacity units, its log line, and its response with headers', () => {
    const { routes, fixed } = billOf({ requests: { createPost: 1e6 }, ...usage }, factors);
    expect(routes).toEqual([
      {
        name: 'createPost',
        requests: 1e6,
        dollars: {
          'API Gateway': expect.closeTo(1),
          // 10 ms on a processor are 34.6 ms of the share that half a gigabyte has. Each 100th request starts a function.
          Lambda: expect.closeTo(0.2 + 1e6 * 0.5 * (0.01 * (1769 / 512) + 0.01 * 0.1) * 0.000_013_333_4),
          DynamoDB: expect.closeTo(5 * 0.625),
          CloudWatch: expect.closeTo((1e6 * (logBytes.line * 0.5 + logBytes.access * 0.25)) / 2 ** 30, 9),
          'X-Ray': 0,
          KMS: 0,
          Transfer: expect.closeTo(((1e6 * (1000 + HEADER_BYTES)) / 2 ** 30) * 0.09, 9),
        },
      },
    ]);
    expect(fixed).toMatchObject({ DynamoDB: 0, CloudWatch: expect.closeTo(factors.alarmMetrics * 0.1 + 3) });
  });

  test('charges for the transfer of written data to other regions only with replicas', () => {
    const month = { requests: { createPost: 1e6, getPost: 1e6 }, ...usage };
    const copied = readCostFactors(templateOf({ replicas: 'eu-west-1,eu-west-2' }));
    const transfers = (of: typeof factors) => [
      ...billOf(month, of).routes.map(({ dollars }) => dollars.Transfer),
      maxHourlyCost(of).Transfer,
    ];
    const [create = 0, get = 0, hour = 0] = transfers(factors);
    const outbound = ((1e6 * (1000 + HEADER_BYTES)) / 2 ** 30) * 0.09;
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

  test('charges more for an access log of the class Standard, and for lines of Lambda', () => {
    const month = { requests: { createPost: 1e6 }, ...usage };
    const costs = [{}, { isAccessLogCheap: false }, { isChatty: true }].map(
      (more) => billOf(month, { ...factors, ...more }).routes[0]?.dollars.CloudWatch ?? 0,
    );
    const [least = 0, standard, chatty] = costs;
    expect(standard).toBeCloseTo(least + (1e6 * logBytes.access * 0.25) / 2 ** 30, 9);
    expect(chatty).toBeCloseTo(least + (1e6 * logBytes.lambda * 0.5) / 2 ** 30, 9);
    const loud = structuredClone(Resources);
    for (const { Type, Properties } of Object.values(loud)) {
      if (Type === 'AWS::Logs::LogGroup') delete Properties.LogGroupClass;
      if (Type === 'AWS::Lambda::Function') delete Properties.LoggingConfig.SystemLogLevel;
    }
    expect(readCostFactors({ Resources: loud })).toMatchObject({ isAccessLogCheap: false, isChatty: true });
  });

  test('charges for traces only with tracing, or the profile regulated', () => {
    const month = { requests: { getPost: 1e6 }, ...usage };
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
    const { routes } = billOf({ requests: { [name]: 1e6 }, ...usage }, factors);
    expect(routes[0]?.dollars.DynamoDB).toBeCloseTo(units * 0.125, 9);
  });
});
