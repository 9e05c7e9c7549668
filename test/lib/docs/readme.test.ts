import { execFile } from 'node:child_process';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import type { Route } from '../../../functions/kit/http/route';
import { problems } from '../../../functions/kit/site/openapi/problems';
import * as routes from '../../../functions/routes';
import { seed } from '../../../lib/local/seed';
import { useService } from '../../support/service';
import { readText, sourcesIn } from '../../support/sources';

const listed = Object.values<Route>(routes).filter(({ routeKey }) => routeKey !== '$default');
const parameters = new Set(listed.flatMap(({ query = {} }) => Object.keys(query)));
const files = sourcesIn('functions/kit/table');
const asCode = (names: Iterable<string>) => [...names].map((name) => `\`${name}\``);

test.each([
  ['README.md', 'route', asCode(listed.map(({ routeKey }) => routeKey))],
  ['functions/README.md', 'code of a problem', asCode(problems.map(([code]) => code))],
  ['functions/README.md', 'query parameter', asCode(parameters)],
  ['functions/kit/table/README.md', 'file of its folder', files.map((file) => `| \`${basename(file)}\` |`)],
])('%s names each %s', (file, _, names) => {
  expect(names.filter((name) => !readText(file).includes(name))).toEqual([]);
});

describe('the front door', () => {
  const text = readText('README.md');
  const examples = [...text.matchAll(/^\$ (curl .+)\n(.+)$/gm)].map(([, ...example]) => example);
  const { url } = useService();
  beforeAll(() => seed(url(), {}, true));

  test('has at most 230 lines, and one more for each route that is added', () => {
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(230 + Object.keys(routes).length - 16);
  });

  test('shows a unit test as its file has it', () => {
    const [, sample] = /```ts\n([\s\S]*?)```/.exec(text) ?? [];
    expect(sample).toBe(readText('test/functions/posts/get.test.ts'));
  });

  /** Hides the values that differ from run to run: ids, times, and the id of the request. */
  const mask = (json: string) =>
    json
      .replace(/[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}/g, 'an id')
      .replace(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, 'a time')
      .replace(/"requestId":"[^"]+"/, '"requestId":"a request"');

  test.each(examples)('shows the response to: %s', async (command = '', answer = '') => {
    const line = `${command.replace('http://127.0.0.1:3000', url())} --silent`;
    const { stdout } = await promisify(execFile)('sh', ['-c', line]);
    expect(mask(stdout)).toBe(mask(answer));
  });
});

test('the glossary has at most nine rows', () => {
  const [, glossary = ''] = readText('functions/README.md').split('## Glossary\n\n');
  const [, , ...words] = (glossary.split('\n\n')[0] ?? '').split('\n');
  expect(words.length).toBeGreaterThan(0);
  expect(words.length).toBeLessThanOrEqual(9);
});

test('the list of OWASP has an answer to each of ten risks, and names tests that exist', () => {
  const rows = [...readText('functions/README.md').matchAll(/^\| (API\d+) [^|]+\|[^|]+\|(.+)\|$/gm)];
  expect(rows.map(([, risk]) => risk)).toEqual(Array.from({ length: 10 }, (_, index) => `API${index + 1}`));
  for (const [, , tests = ''] of rows) {
    const named = [...tests.matchAll(/`([^`]+)`((?: "[^"]+",?)+)/g)];
    expect(named).not.toEqual([]);
    for (const [, file = '', titles = ''] of named)
      for (const [, title = ''] of titles.matchAll(/"([^"]+)"/g)) expect(readText(file)).toContain(title);
  }
});
