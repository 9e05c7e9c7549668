import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { maxResponseBytes, measuredMs } from '../../../lib/cost/budget';
import { formatCosts, readStageFactors } from '../../../lib/cost/commands';
import { readCostFactors } from '../../../lib/cost/factors';
import { parseCostOptions } from '../../../lib/cost/options';
import { root } from '../../../lib/root';
import { temporaryFolder } from '../../support/folder';
import { useService } from '../../support/service';
import { templateOf } from '../../support/stack';

const { Resources } = templateOf();
const factors = readCostFactors({ Resources });
const stage = readStageFactors(temporaryFolder());

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
      isChatty: false,
      isAccessLogCheap: true,
      keys: 0,
    });
    // Errors and throttles of each function, two of the API for the ratio, its latency, seven operations of the table twice.
    expect(factors.alarmMetrics).toBe(2 * Object.keys(measuredMs).length + 2 + 1 + 7 + 7);
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

  test('cannot be computed when the table is not in the template', () => {
    expect(() => readCostFactors(templateOf({ table: 'restored' }))).toThrow(
      new Error('The template has no table of its own; leave out the setting "table"'),
    );
  });

  test.each([
    ['10M', 40],
    ['100M', 330],
  ])('of %s requests is at most %i dollars a month', (requests, max) => {
    const text = formatCosts(
      { ...parseCostOptions(['--requests', requests, '--users', '100k']), ms: measuredMs },
      stage,
    );
    const [, total] = /^total .* ([\d.]+)$/m.exec(text) ?? [];
    expect(Number(total)).toBeGreaterThan(0);
    expect(Number(total)).toBeLessThanOrEqual(max);
  });

  test('shows what tracing, the profile regulated and a replica add', () => {
    const text = formatCosts({ ...parseCostOptions(['--requests', '10M']), ms: measuredMs }, stage);
    const [, added = ''] = /by a setting\n.*\n((?:.+\n)+)/.exec(text) ?? [];
    const lines = added
      .trim()
      .split('\n')
      .map((line) => line.split(/\s+/));
    expect(lines.map(([name]) => name)).toEqual(['tracing=true', 'profile=regulated', 'replicas=eu-west-1']);
    const [tracing, regulated, replicas] = lines.map((cells) => Number(cells.at(-1)));
    expect(tracing).toBeGreaterThan(15);
    expect(regulated).toBeCloseTo(Number(tracing) + 1, 9);
    expect(replicas).toBeGreaterThan(1);
  });

  test('has the monthly and the worst-hour price that the READMEs state', () => {
    const [readme = '', frontDoor = ''] = ['lib/cost/README.md', 'README.md'].map((file) =>
      readFileSync(join(root, file), 'utf8'),
    );
    const [, args = '', shown] = /^\$ npm run -s cost -- (.*)\n([^`]*)^```$/m.exec(readme) ?? [];
    const text = formatCosts({ ...parseCostOptions(args.split(' ')), ms: measuredMs }, stage);
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
  const { ask, post } = useService();

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
