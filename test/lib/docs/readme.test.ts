import type { Route } from '../../../functions/http/route';
import * as routes from '../../../functions/routes';
import { problems } from '../../../functions/site/openapi/problems';
import { Settings } from '../../../lib/stack/settings';
import { readText } from '../../support/sources';

const rows = Object.values<Route>(routes).filter(({ routeKey }) => routeKey !== '$default');

test.each([
  ['README.md', 'route', rows.map(({ routeKey }) => routeKey)],
  ['functions/README.md', 'code of a problem', Object.keys(problems)],
  ['lib/stack/README.md', 'setting', Object.keys(Settings.entries)],
])('%s names each %s', (file, _, names) => {
  expect(names.filter((name) => !readText(file).includes(name))).toEqual([]);
});

test('the front door has at most 250 lines, and one more for each route that is added', () => {
  const max = 250 + Object.keys(routes).length - 16;
  expect(readText('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(max);
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
