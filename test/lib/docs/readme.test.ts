import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../lib/root';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const rows = read('README.md')
  .split('\n')
  .flatMap((line) => /^\| (API\d+) [^|]+\|[^|]+\|(.+)\|$/.exec(line)?.slice(1) ?? []);

test('the README has an answer to each of the ten risks, and every test that it names is there', () => {
  expect(rows.filter((_, index) => index % 2 === 0)).toEqual(
    Array.from({ length: 10 }, (_, index) => `API${index + 1}`),
  );
  for (const tests of rows.filter((_, index) => index % 2 === 1)) {
    const named = [...tests.matchAll(/`([^`]+)`((?: "[^"]+",?)+)/g)];
    expect(named).not.toEqual([]);
    for (const [, file = '', names = ''] of named) {
      for (const [, name] of names.matchAll(/"([^"]+)"/g)) expect(read(file)).toContain(name);
    }
  }
});
