import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../lib/root';
import { readBounds } from '../../../lib/simulate/bounds';
import { drawChart, formatReport, parseSimulateOptions } from '../../../lib/simulate/commands';
import { listUnits, unitsPerList } from '../../../lib/simulate/list-units';
import { capacityOf } from '../../../lib/simulate/model';

const powers = [1, 2, 4, 8, 16, 32, 64, 128];
const all = powers.map(capacityOf);

const cellsIn = (line: string) => line.trim().split(/ {2,}/);

describe('npm run simulate', () => {
  test('prints a line for each plan, and the plans that sustain a given load', () => {
    const { shards, load, bounds } = parseSimulateOptions([
      ...['--creates', '5000', '--lists', '600', '--shards', '1,4,8'],
      ...['--throttle', '5600,500', '--max-units', '7800'],
    ]);
    const lines = formatReport(shards.map(capacityOf), { load, bounds }).split('\n').map(cellsIn);
    expect(lines.slice(0, 4).map((cells) => cells.join('; '))).toEqual([
      'shards; creates a second; with an author; lists a second; units of a list; warm-up minutes; load without authors; load with authors',
      '1; 1,000; 500; 461; 6.5; 0; too few shards for creates and lists; too few shards for creates and lists',
      '4; 3,794; 1,856; 1,500; 8; 0; too few shards for creates; too few shards for creates',
      '8; 7,500; 3,651; 1,846; 13; 30; yes; too few shards for creates',
    ]);
  });

  test('simulates all powers of two by default', () => {
    expect(parseSimulateOptions([])).toEqual({
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
    [
      ['--creates=5000', '--lists=600', '--shards=8'],
      'needs throttle 5600, maxUnits 7800',
      'too few shards for creates',
    ],
    [['--creates=1000', '--shards=4', '--max-units=999'], 'needs maxUnits 1000', 'needs maxUnits 4000'],
    [['--creates=801', '--shards=2', '--throttle=800,500'], 'needs throttle 801', 'needs throttle 801'],
    [['--lists=700', '--shards=8'], 'needs maxUnits 9100', 'needs maxUnits 9100'],
    [['--creates=1000', '--lists=461', '--shards=1'], 'needs throttle 1461', 'too few shards for creates'],
    [
      ['--creates=1001', '--lists=462', '--shards=1'],
      'too few shards for creates and lists',
      'too few shards for creates and lists',
    ],
    [['--creates=10001', '--shards=64'], 'exceeds the largest throttle', 'exceeds the largest throttle and maxUnits'],
  ])('answers %j for creates without and with authors', (args, withoutAuthor, withAuthor) => {
    const { shards, load, bounds } = parseSimulateOptions(args);
    const [, line = ''] = formatReport(shards.map(capacityOf), { load, bounds }).split('\n');
    expect(cellsIn(line).slice(6)).toEqual([withoutAuthor, withAuthor]);
  });

  test('takes the settings of the stage unless options are given', () => {
    const context = { maxUnits: '100', throttle: { rate: 20, burst: 10 } };
    expect(readBounds({}, context)).toEqual({ maxUnits: 100, throttle: { rate: 20, burst: 10 } });
    expect(readBounds({ 'max-units': '7', throttle: '5,3' }, context)).toEqual({
      maxUnits: 7,
      throttle: { rate: 5, burst: 3 },
    });
  });

  test('prints the limits that the settings of the stage and conflicts set', () => {
    const { shards, bounds } = parseSimulateOptions(['--max-units=8000', '--throttle=2000,500']);
    const report = formatReport(shards.map(capacityOf), { load: undefined, bounds }).replaceAll('\n', ' ');
    expect(report).toContain('about 2,000 requests a second (throttle)');
    expect(report).toContain('8,000 units (maxUnits): 8,000 creates, or 2,000 with an author');
    expect(report).toContain('at most 500 creates a second under any plan. Conflicts leave fewer');
    expect(report).toContain('50 to 100 creates a second fit without overlap. This is an estimate');
    expect(report).toContain('one shard to 100,000 creates a second within 150 minutes');
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
    expect(() => parseSimulateOptions([`${name}=${value}`])).toThrow(new Error(message));
  });

  test('interpolates the cost of a list between two measurements', () => {
    for (const [shards, units] of Object.entries(listUnits)) expect(unitsPerList(Number(shards))).toBe(units);
    expect(unitsPerList(10)).toBe(15.5);
    expect(() => unitsPerList(129)).toThrow(
      'The read units of a list over 129 shards are not measured; allowed are 1 to 128.',
    );
  });

  test('prints the numbers in the README of lib/deploy', () => {
    const readme = readFileSync(join(root, 'lib', 'deploy', 'README.md'), 'utf8');
    for (const capacity of [1, 4, 16, 64, 128].map(capacityOf)) {
      const { shards, creates, createsWithAuthor, lists, listUnits: units, minutes } = capacity;
      const numbers = [shards, creates, createsWithAuthor, lists, units, minutes];
      const cells = numbers.map((number) => number.toLocaleString('en-US'));
      expect(readme).toContain(`| ${cells.join(' | ')} |`);
    }
  });

  test('draws the chart in the README of lib/deploy', () => {
    expect(drawChart(all)).toBe(readFileSync(join(root, 'lib', 'simulate', 'growth.svg'), 'utf8'));
  });
});
