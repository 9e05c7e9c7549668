import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../lib/root';
import { readBounds } from '../../../lib/simulate/bounds';
import { drawingOf, readOptions, reportOf } from '../../../lib/simulate/commands';
import { listUnits, unitsOfList } from '../../../lib/simulate/list-units';
import { simulate, sustained, takes } from '../../../lib/simulate/model';

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
    const { shards, load, bounds } = readOptions([
      ...['--creates', '5000', '--lists', '600', '--shards', '1,4,8'],
      ...['--throttle', '5600,500', '--max-units', '7800'],
    ]);
    const [head, ...lines] = reportOf(shards.map(sustained), { load, bounds }).split('\n');
    expect(head?.trim().split(/ {2,}/)).toEqual([
      'shards',
      'creates a second',
      'with an author',
      'lists a second',
      'units of a list',
      'minutes to there',
      'takes the load',
      'with authors',
    ]);
    expect(lines.slice(0, 3).map((line) => line.trim().split(/ {2,}/))).toEqual([
      ['1', '1,000', '500', '461', '6.5', '0', 'not the creates and lists', 'not the creates and lists'],
      ['4', '3,794', '1,856', '1,500', '8', '0', 'not the creates', 'not the creates'],
      ['8', '7,500', '3,651', '1,846', '13', '30', 'yes', 'not the creates'],
    ]);
  });

  test('has all powers of two without an option', () => {
    expect(readOptions([])).toEqual({
      shards: powers,
      load: undefined,
      bounds: { maxUnits: 4000, throttle: { rate: 1000, burst: 500 } },
      svg: undefined,
    });
  });

  test.each([
    [['--creates=1000', '--shards=4'], 'yes', 'yes'],
    [['--creates=900', '--shards=4', '--max-units=3599'], 'yes', 'needs maxUnits 3600'],
    [['--creates=800', '--shards=2'], 'yes', 'yes'],
    [['--creates=700', '--lists=301', '--shards=2'], 'needs throttle 1001', 'needs throttle 1001'],
    [['--creates=5000', '--lists=600', '--shards=8'], 'needs throttle 5600, maxUnits 7800', 'not the creates'],
    [['--creates=1000', '--shards=4', '--max-units=999'], 'needs maxUnits 1000', 'needs maxUnits 4000'],
    [['--creates=801', '--shards=2', '--throttle=800,500'], 'needs throttle 801', 'needs throttle 801'],
    [['--lists=700', '--shards=8'], 'needs maxUnits 9100', 'needs maxUnits 9100'],
    [['--creates=10001', '--shards=64'], 'more than any throttle', 'more than any throttle and maxUnits'],
  ])('answers %j for creates without and with authors', (args, alone, authored) => {
    const { shards, load, bounds } = readOptions(args);
    const [, line = ''] = reportOf(shards.map(sustained), { load, bounds }).split('\n');
    expect(line.trim().split(/ {2,}/).slice(6)).toEqual([alone, authored]);
  });

  test('takes the settings of the stage unless options are given', () => {
    const context = { maxUnits: '100', throttle: { rate: 20, burst: 10 } };
    expect(readBounds({}, context)).toEqual({ maxUnits: 100, throttle: { rate: 20, burst: 10 } });
    expect(readBounds({ 'max-units': '7', throttle: '5,3' }, context)).toEqual({
      maxUnits: 7,
      throttle: { rate: 5, burst: 3 },
    });
  });

  test('says what the settings of the stage and conflicts leave of the numbers', () => {
    const { shards, bounds } = readOptions(['--max-units=8000', '--throttle=2000,500']);
    const report = reportOf(shards.map(sustained), { load: undefined, bounds }).replaceAll('\n', ' ');
    expect(report).toContain('about 2,000 requests a second (throttle)');
    expect(report).toContain('8,000 units (maxUnits): 8,000 creates, 2,000 with an author');
    expect(report).toContain('at most 500 creates a second under any plan. Conflicts leave fewer');
    expect(report).toContain('50 to 100 a second follow one another: an estimate');
  });

  test.each([
    [['--shards', '0'], '--shards has "0"; allowed is a whole number from 1 to 128.'],
    [['--shards', '4,129'], '--shards has "129"; allowed is a whole number from 1 to 128.'],
    [['--creates', 'many'], '--creates has "many"; allowed is a whole number from 0 to 1000000.'],
    [['--max-units', '40001'], '--max-units has "40001"; allowed is a whole number from 1 to 40000.'],
    [
      ['--throttle', '1000'],
      '--throttle has "1000"; allowed is a rate from 1 to 10000 and a burst from 1 to 5000, as 1000,500 or { "rate": 1000, "burst": 500 }.',
    ],
    [['--lists', '-1.5'], '--lists has "-1.5"; allowed is a whole number from 0 to 1000000.'],
  ])('refuses %j', (args, message) => {
    const [name = '', value = ''] = args;
    expect(() => readOptions([`${name}=${value}`])).toThrow(new Error(message));
  });

  test('says what the README says', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    for (const { shards, creates, authored, lists, listUnits: units, minutes } of [1, 4, 16, 64, 128].map(sustained)) {
      const cells = [shards, creates, authored, lists, units, minutes].map((cell) => cell.toLocaleString('en-US'));
      expect(readme).toContain(`| ${cells.join(' | ')} |`);
    }
  });

  test('draws the chart that is kept beside it', () => {
    expect(drawingOf(all)).toBe(readFileSync(join(root, 'lib', 'simulate', 'growth.svg'), 'utf8'));
  });
});
