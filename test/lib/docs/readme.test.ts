import { exec } from 'node:child_process';
import { promisify } from 'node:util';
import type { Route } from '../../../functions/kit/http/route';
import { problems } from '../../../functions/kit/site/openapi/problems';
import * as routes from '../../../functions/routes';
import { testUnchanged } from '../../support/project/project';
import { useService } from '../../support/service';
import { readText, sourcesIn } from '../../support/sources';

const listed = Object.values<Route>(routes).filter(({ routeKey }) => routeKey !== '$default');
const asCells = (names: readonly string[]) => names.map((name) => `| \`${name}\` |`);
const codes = problems.map(([code, { status, means }]) => `| ${status} | \`${code}\` | ${means} |`);
const namesIn = (folder: string) => sourcesIn(folder).map((file) => file.slice(folder.length + 1).replace(/\/.+/, '/'));

/** Expects a document to have rows. A failure shows those to write. */
const expectRows = (file: string, rows: readonly string[]) =>
  expect([...new Set(rows)].filter((row) => !readText(file).includes(row))).toEqual([]);

// These documents tell of users and posts alone. Rows of other resources are up to you.
testUnchanged.each([
  ['README.md', 'path', asCells(listed.map(({ routeKey }) => routeKey.replace(/^\w+ /, '')))],
  ['functions/README.md', 'query parameter', asCells(listed.flatMap(({ query = {} }) => Object.keys(query)))],
  ['functions/README.md', 'code of a problem', codes],
])('%s has each %s', (file, _, rows) => expectRows(file, rows));

test.each([
  ['functions/kit/README.md', 'folder of the kit', asCells(namesIn('functions/kit'))],
  ['functions/kit/table/README.md', 'file of its folder', asCells(namesIn('functions/kit/table'))],
])('%s has each %s', (file, _, rows) => expectRows(file, rows));

const text = readText('README.md');

testUnchanged('the front door shows each line of get.test.ts', () => {
  expect(text).toContain(`\`\`\`ts\n${readText('test/functions/posts/get.test.ts')}\`\`\``);
});

const { url } = useService();

/** Matches the values that differ from run to run: ids, times, and the id of the request. */
const VARYING = /[\da-f-]{13}-7[\da-f-]{21}|\d{4}-\d{2}-\d{2}T[\d:.]+Z|(?<="requestId":")[^"]+/g;

testUnchanged('the front door shows the response to each of its curl lines', async () => {
  for (const [, command = '', response] of text.matchAll(/^\$ (curl .+)\n(.+)$/gm)) {
    const { stdout } = await promisify(exec)(`${command.replace('http://127.0.0.1:3000', url())} --silent`);
    expect(stdout.replace(VARYING, '…')).toBe(response?.replace(VARYING, '…'));
  }
});

test('the list of OWASP answers each of ten risks, and names tests that exist', () => {
  const rows = [...readText('functions/README.md').matchAll(/^\| API(\d+) .+ \| `(.+)" \|$/gm)];
  expect(rows.map(([, risk]) => Number(risk))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  const tests = rows.flatMap(([, , each = '']) => each.split('"; `').map((test) => test.split('` "')));
  expect(tests.filter(([file = '', title = 'a title']) => !readText(file).includes(title))).toEqual([]);
});
