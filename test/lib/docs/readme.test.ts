import { basename } from 'node:path';
import type { Route } from '../../../functions/http/route';
import * as routes from '../../../functions/routes';
import { problems } from '../../../functions/site/openapi/problems';
import { Settings } from '../../../lib/stack/settings';
import { readText, sourcesIn } from '../../support/sources';

const listed = Object.values<Route>(routes).filter(({ routeKey }) => routeKey !== '$default');
const parameters = new Set(listed.flatMap(({ query = {} }) => Object.keys(query)));
const asCode = (names: Iterable<string>) => [...names].map((name) => `\`${name}\``);

test.each([
  ['README.md', 'route', asCode(listed.map(({ routeKey }) => routeKey))],
  ['functions/README.md', 'code of a problem', asCode(Object.keys(problems))],
  ['functions/README.md', 'query parameter', asCode(parameters)],
  ['lib/stack/README.md', 'setting', asCode(Object.keys(Settings.entries))],
])('%s names each %s', (file, _, names) => {
  expect(names.filter((name) => !readText(file).includes(name))).toEqual([]);
});

test('the front door has at most 200 lines, and one more for each route that is added', () => {
  const max = 200 + Object.keys(routes).length - 16;
  expect(readText('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(max);
});

test('the front door shows a unit test as its file has it', () => {
  const [, sample] = /```ts\n([\s\S]*?)```/.exec(readText('README.md')) ?? [];
  expect(sample).toBe(readText('test/functions/posts/sample.test.ts'));
});

test('the glossary has at most nine rows', () => {
  const [, glossary = ''] = readText('functions/README.md').split('## Glossary\n\n');
  const [, , ...words] = (glossary.split('\n\n')[0] ?? '').split('\n');
  expect(words.length).toBeGreaterThan(0);
  expect(words.length).toBeLessThanOrEqual(9);
});

test('functions/table/README.md names each file of its folder', () => {
  const files = sourcesIn('functions/table').map((file) => basename(file));
  expect(asCode(files).filter((name) => !readText('functions/table/README.md').includes(`| ${name} |`))).toEqual([]);
});

test('the list of OWASP has an answer to each of ten risks, and names tests that exist', () => {
  const rows = readText('functions/README.md')
    .split('\n')
    .flatMap((line) => {
      const [, risk, tests = ''] = /^\| (API\d+) [^|]+\|[^|]+\|(.+)\|$/.exec(line) ?? [];
      return risk ? [{ risk, tests }] : [];
    });
  expect(rows.map(({ risk }) => risk)).toEqual(Array.from({ length: 10 }, (_, index) => `API${index + 1}`));
  for (const { tests } of rows) {
    const named = [...tests.matchAll(/`([^`]+)`((?: "[^"]+",?)+)/g)];
    expect(named).not.toEqual([]);
    for (const [, file = '', titles = ''] of named) {
      for (const [, title = ''] of titles.matchAll(/"([^"]+)"/g)) expect(readText(file)).toContain(title);
    }
  }
});
