import { mintId } from '../../../../functions/kit/model/id';
import { shardOf, shardsOf } from '../../../../functions/kit/table/keys';
import { rangeOf } from '../../../../functions/kit/table/query';
import { plan } from '../../../../functions/plan';
import { grow } from '../../../support/dynamodb/grown';
import { now, useFixedTime } from '../../../support/time';
import { idAt } from '../../../support/unit/id';
import { THING } from '../things';

const at = (instant: string) => mintId(Date.parse(instant));
const half = { from: '2026-07-01T00:00Z', shards: 2 };
const soon = { from: '2026-11-20T00:02Z', shards: 1 };
const late = { from: '2026-11-20T00:03Z', shards: 3 };

useFixedTime();
afterEach(() => jest.restoreAllMocks());

describe('an item', () => {
  test('is in the generation of its time, from the first millisecond on', () => {
    for (const collection of Object.keys(plan)) grow(collection);
    grow(THING, { ...half, shards: 1 }, soon);
    expect(shardOf(THING, at('2026-06-30T23:59:59.999Z'))).toBe(THING);
    expect(shardOf(THING, at('2026-07-01T00:00:00.000Z'))).toBe(`THING#${half.from}#0`);
    expect(shardOf(THING, at('2026-11-20T00:01:59.999Z'))).toBe(`THING#${half.from}#0`);
    expect(shardOf(THING, at('2026-11-20T00:02:00.000Z'))).toBe(`THING#${soon.from}#0`);
    const others = Object.keys(plan).filter((name) => name !== THING);
    expect(others.map((name) => shardOf(name, at(now)))).toEqual(others);
  });

  test('has a shard that depends on the id alone', () => {
    grow(THING, { from: '2020-01-01T00:00Z', shards: 128 });
    expect(shardOf(THING, '01a1f3ad-8e00-7000-8000-000000000001')).toBe('THING#2020-01-01T00:00Z#47');
    expect(shardOf(THING, '01a1f3ad-8e00-7000-8000-000000000002')).toBe('THING#2020-01-01T00:00Z#9');
  });

  const nowMs = Date.parse(now);
  test.each<[string, (n: number) => string]>([
    ['minted here', () => mintId(nowMs)],
    ['that differ in their last digits only', (n) => idAt(nowMs, n)],
    ['that differ in their time only', (n) => idAt(nowMs + n, 0)],
  ])('with ids %s is in each shard with the same chance', (_, idOf) => {
    for (const shards of [2, 3, 4, 10, 16, 64, 100, 128]) {
      grow(THING, { from: '2020-01-01T00:00Z', shards });
      const counts = new Map<string, number>();
      const each = 50;
      for (let n = 0; n < each * shards; n++) {
        const pk = shardOf(THING, idOf(n));
        counts.set(pk, (counts.get(pk) ?? 0) + 1);
      }
      expect(counts.size).toBe(shards);
      // The statistic is chi-squared, whose mean is about the number of shards. Six standard deviations are no chance.
      const chi = [...counts.values()].reduce((sum, count) => sum + (count - each) ** 2 / each, 0);
      expect(chi).toBeLessThan(shards + 6 * Math.sqrt(2 * shards));
    }
  });
});

test('a list reads the generations that have begun, and those that begin within two minutes', () => {
  grow(THING, half, soon, late);
  const halves = [`THING#${half.from}#0`, `THING#${half.from}#1`];
  expect(shardsOf(THING, rangeOf({ order: 'asc' }))).toEqual([[THING], halves, [`THING#${soon.from}#0`]]);
});
