import { listUnits, unitsPerList } from '../../../lib/simulate/list-units';
import { capacityOf, simulate, sustains } from '../../../lib/simulate/model';

const all = [1, 2, 4, 8, 16, 32, 64, 128].map(capacityOf);

describe('the simulated load of a plan', () => {
  test('grows with the number of shards, less the uneven spread of a hash', () => {
    for (const { shards, creates, createsWithAuthor } of all.slice(1)) {
      expect(creates / shards).toBeLessThan(1000);
      expect(creates / shards).toBeGreaterThan(900);
      expect(createsWithAuthor / shards).toBeLessThan(500);
      expect(createsWithAuthor / shards).toBeGreaterThan(430);
    }
  });

  test('has more lists with more shards, and each list costs more', () => {
    for (const [index, { lists, listUnits: units }] of all.slice(1).entries()) {
      expect(lists).toBeGreaterThan(all[index]?.lists ?? 0);
      expect(units).toBeGreaterThan(all[index]?.listUnits ?? 0);
    }
  });

  test.each([
    [1, { creates: 1000, lists: 461 }, { creates: true, lists: true }],
    [1, { creates: 1001, lists: 462 }, { creates: false, lists: false }],
    [8, { creates: 5000, lists: 1000 }, { creates: true, lists: true }],
    [128, { creates: 100_000, lists: 0 }, { creates: true, lists: true }],
  ])('with %i shards, or not, %j', (shards, load, expected) => {
    expect(sustains(shards, load)).toEqual(expected);
  });
});

describe('the simulated table', () => {
  const load = { shards: 1, tableUnits: 8000, shardUnits: 8000, partitionCapacity: 1000, newTableCapacity: 4000 };
  const seen = (keys: 'growing' | 'random', minutes: number[]) => {
    const taken = simulate({ ...load, keys });
    return minutes.map((minute) => (taken[minute] ?? 0) * 8000);
  };

  test('splits a hot partition, and doubles the throughput that it has reached', () => {
    expect(seen('random', [0, 9, 10, 19, 20, 29, 30, 59, 60])).toEqual([
      1000, 1000, 2000, 2000, 4000, 4000, 8000, 8000, 8000,
    ]);
  });

  test('gains no throughput from a split when all new keys sort last', () => {
    expect(seen('growing', [0, 30, 479])).toEqual([1000, 1000, 1000]);
  });

  test('interpolates the cost of a list between two measurements', () => {
    for (const [shards, units] of Object.entries(listUnits)) expect(unitsPerList(Number(shards))).toBe(units);
    expect(unitsPerList(10)).toBe(15.5);
    expect(() => unitsPerList(129)).toThrow(
      'The read units of a list over 129 shards are not measured; allowed are 1 to 128.',
    );
  });
});
