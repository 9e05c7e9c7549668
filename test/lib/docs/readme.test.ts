import type { Route } from '../../../functions/kit/http/route';
import { pageQuery } from '../../../functions/kit/model/page';
import { DeletionQuery } from '../../../functions/kit/model/relation';
import { problems } from '../../../functions/kit/site/openapi/problems';
import * as siteRoutes from '../../../functions/kit/site/routes';
import { groups, resources } from '../../../functions/resources';
import { readText, sourcesIn } from '../../support/sources';

const paths = Object.values<Route>(siteRoutes).flatMap(({ routeKey }) => /\/.*/.exec(routeKey)?.[0] ?? []);
const parameters = Object.keys({ ...pageQuery({}), ...DeletionQuery, expand: {} });
const asCells = (names: readonly string[]) => names.map((name) => `| \`${name}\` |`);
const namesIn = (folder: string) => sourcesIn(folder).map((file) => file.slice(folder.length + 1).replace(/\/.+/, '/'));

test.each([
  ['README.md', 'path of the service itself', asCells(paths)],
  ['functions/README.md', 'query parameter of the kit', asCells(parameters)],
  ['functions/kit/README.md', 'folder of the kit', asCells(namesIn('functions/kit'))],
  ['functions/kit/table/README.md', 'file of its folder', asCells(namesIn('functions/kit/table'))],
])('%s has each %s', (file, _, rows) => {
  // A failure shows the rows to write.
  expect([...new Set(rows)].filter((row) => !readText(file).includes(row))).toEqual([]);
});

test('functions/README.md has each code of a problem, with words in braces for the names of a resource', () => {
  const rows = readText('functions/README.md').match(/^\| \d{3} \| `.+/gm) ?? [];
  const patterns = rows.map((row) => RegExp(`^${row.replace(/[|?.*()+]/g, '\\$&').replace(/\{\w+\}/g, '[^|]+')}$`));
  const own = [...resources, ...groups].flatMap((described) => Object.keys(described.problems ?? {}));
  const unknown = problems
    .filter(([code]) => !own.includes(code))
    .map(([code, { status, means }]) => `| ${status} | \`${code}\` | ${means} |`)
    .filter((row) => !patterns.some((pattern) => pattern.test(row)));
  expect(unknown).toEqual([]);
});

test('the list of OWASP answers each of ten risks, and names tests that exist', () => {
  const rows = [...readText('functions/README.md').matchAll(/^\| API(\d+) .+ \| `(.+)" \|$/gm)];
  expect(rows.map(([, risk]) => Number(risk))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  const tests = rows.flatMap(([, , each = '']) => each.split('"; `').map((test) => test.split('` "')));
  expect(tests.filter(([file = '', title = 'a title']) => !readText(file).includes(title))).toEqual([]);
});
