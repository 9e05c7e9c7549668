import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawingOf, readOptions, reportOf } from '../lib/simulate/commands';
import { listUnits, unitsOfList } from '../lib/simulate/list-units';
import { simulate, sustained, takes } from '../lib/simulate/model';

const powers = [1, 2, 4, 8, 16, 32, 64, 128];
const all = powers.map(sustained);

describe('a plan sustains', () => {
  test('with one shard what one partition does, on a table that is new at once', () => {
    expect(sustained(1)).toEqual({ shards: 1, creates: 1000, authored: 500, lists: 461, listUnits: 6.5, minutes: 0 });
  });

  test('with n shards n times that, but for what a hash deals unevenly', () => {
    for (const { shards, creates, authored } of all.slice(1)) {
      expect(creates / shards).toBeLessThan(1000);
      expect(creates / shards).toBeGreaterThan(900);
      expect(authored / shards).toBeLessThan(500);
      expect(authored / shards).toBeGreaterThan(430);
    }
  });

  test('with the most shards 100,000 creates a second, when the table has doubled five times', () => {
    expect(all.at(-1)).toMatchObject({ shards: 128, creates: 115_996, minutes: 150 });
  });

  test('more lists with more shards, each of them dearer', () => {
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
    expect(takes(shards, load)).toEqual(expected);
  });
});

describe('the model', () => {
  const load = { shards: 1, perSecond: 8000, ofShards: 8000, ofPartition: 1000, ofNewTable: 4000 };
  const seen = (keys: 'growing' | 'random', minutes: number[]) => {
    const taken = simulate({ ...load, keys });
    return minutes.map((minute) => (taken[minute] ?? 0) * 8000);
  };

  test('splits what is hot, and doubles what a table is used to', () => {
    expect(seen('random', [0, 9, 10, 19, 20, 29, 30, 59, 60])).toEqual([
      1000, 1000, 2000, 2000, 4000, 4000, 8000, 8000, 8000,
    ]);
  });

  test('gains nothing by splitting where keys grow: all goes to the newer half', () => {
    expect(seen('growing', [0, 30, 479])).toEqual([1000, 1000, 1000]);
  });

  test('knows a list between two that were measured', () => {
    for (const [shards, units] of Object.entries(listUnits)) expect(unitsOfList(Number(shards))).toBe(units);
    expect(unitsOfList(10)).toBe(15.5);
    expect(() => unitsOfList(129)).toThrow('Nobody measured a list of 129 shards; allowed are 1 to 128.');
  });
});

describe('npm run simulate', () => {
  test('prints a line for each plan, and which of them take a load', () => {
    const { shards, load } = readOptions(['--creates', '5000', '--lists', '600', '--shards', '1,4,8']);
    const [head, ...lines] = reportOf(shards.map(sustained), load).split('\n');
    expect(head?.trim().split(/ {2,}/)).toEqual([
      'shards',
      'creates a second',
      'with an author',
      'lists a second',
      'units of a list',
      'minutes to there',
      'takes the load',
    ]);
    expect(lines.slice(0, 3).map((line) => line.trim().split(/ {2,}/))).toEqual([
      ['1', '1,000', '500', '461', '6.5', '0', 'not the creates and lists'],
      ['4', '3,794', '1,856', '1,500', '8', '0', 'not the creates'],
      ['8', '7,500', '3,651', '1,846', '13', '30', 'yes'],
    ]);
  });

  test('has all powers of two without an option', () => {
    expect(readOptions([])).toEqual({ shards: powers, load: undefined, svg: undefined });
  });

  test.each([
    [['--shards', '0'], '--shards has "0"; allowed is a whole number from 1 to 128.'],
    [['--shards', '4,129'], '--shards has "129"; allowed is a whole number from 1 to 128.'],
    [['--creates', 'many'], '--creates has "many"; allowed is a whole number from 0 to 1000000.'],
    [['--lists', '-1.5'], '--lists has "-1.5"; allowed is a whole number from 0 to 1000000.'],
  ])('refuses %j', (args, message) => {
    const [name = '', value = ''] = args;
    expect(() => readOptions([`${name}=${value}`])).toThrow(new Error(message));
  });

  test('says what the README says', () => {
    const readme = readFileSync(join(__dirname, '..', 'README.md'), 'utf8');
    for (const { shards, creates, authored, lists, listUnits: units, minutes } of [1, 4, 16, 64, 128].map(sustained)) {
      const cells = [shards, creates, authored, lists, units, minutes].map((cell) => cell.toLocaleString('en-US'));
      expect(readme).toContain(`| ${cells.join(' | ')} |`);
    }
  });

  test('draws the chart that is kept beside it', () => {
    expect(drawingOf(all)).toBe(readFileSync(join(__dirname, '..', 'lib', 'simulate', 'growth.svg'), 'utf8'));
  });
});
