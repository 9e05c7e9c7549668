import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { listen } from '../../../lib/local/listen';
import { runExport, runImport } from '../../../lib/transfer/commands';
import { nouns } from '../../../lib/transfer/line';
import { startBroken } from '../../support/broken';
import { temporaryFolder } from '../../support/folder';
import { idAt } from '../../support/id';
import { useService } from '../../support/service';

const { ask, url } = useService();

const since = '2025-11-01T01:00:00+01:00';
const sinceMs = Date.parse(since);
const author = idAt(sinceMs - 1, 1);
const user = idAt(sinceMs, 2);
const posts = Array.from({ length: 250 }, (_, i) => idAt(sinceMs + i, i));

let folder = '';
let close = () => {};
const at = (name: string) => join(folder, name);
const idsIn = (name: string): string[] =>
  readFileSync(at(name), 'utf8')
    .split('\n')
    .filter(Boolean)
    .flatMap((line) => Object.values<{ id: string }>(JSON.parse(line)))
    .map(({ id }) => id);

const put = (path: string, body: object) => ask(`PUT ${path}`, { body, headers: { 'if-none-match': '*' } });
beforeAll(async () => {
  for (const id of [author, user]) await put(`/api/v1/users/${id}`, { name: 'Ada', email: `${id}@since.example` });
  await put(`/posts/${idAt(sinceMs - 1, 3)}`, { title: 'Older' });
  for (const id of posts) await put(`/posts/${id}`, { title: 'Newer', userId: author });
});
beforeEach(() => {
  folder = temporaryFolder();
  jest.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(() => {
  jest.restoreAllMocks();
  close();
  close = () => {};
});

describe('an export with --since', () => {
  test('holds only what was created since then, without the older author of a newer post', async () => {
    expect(await runExport(['--url', url(), '--since', since, at('a.ndjson')])).toBe(0);
    expect(idsIn('a.ndjson')).toEqual([user, ...posts]);
  });

  test('holds the same after it was cut off and run again', async () => {
    let cuts = 0;
    const cutting = await startBroken(url, (count) => (count % 2 === 0 && cuts < 2 && ++cuts > 0 ? 401 : undefined));
    close = cutting.close;
    const args = ['--url', cutting.url, '--since', since, at('a.ndjson')];
    for (let run = 1; run <= 2; run++) await expect(runExport(args)).rejects.toThrow('401');
    expect(await runExport(args)).toBe(0);
    expect(idsIn('a.ndjson')).toEqual([user, ...posts]);
  });

  test('sends the escaped time to the list of every resource, beside the last id in the file', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
    });
    close = () => void server.close();
    const times = { createdAt: '2025-11-01T00:00:00.000Z', updatedAt: '2025-11-01T00:00:00.000Z' };
    const text = `${JSON.stringify({ user: { id: user, name: 'Ada', email: 'ada@since.example', ...times } })}\n`;
    writeFileSync(at('a.ndjson.partial'), text);
    await runExport(['--url', `http://127.0.0.1:${await listen(server, 0)}`, '--since', since, at('a.ndjson')]);
    const query = 'limit=100&order=asc&createdSince=2025-11-01T01%3A00%3A00%2B01%3A00';
    expect(new Set(asked)).toEqual(
      new Set([...nouns].map(([noun, { path }]) => `${path}?${query}${noun === 'user' ? `&after=${user}` : ''}`)),
    );
  });

  test.each([
    [
      'yesterday',
      /: 400; invalid-query; createdSince must be a date such as .+\.; createdSince must be a date such as /,
    ],
    ['', /: 400; invalid-query; createdSince is empty; .+\.; createdSince is empty; /],
  ])('names the parameter when the API refuses the time %j', async (time, message) => {
    await expect(runExport(['--url', url(), '--since', time, at('a.ndjson')])).rejects.toThrow(message);
  });
});

test('an import refuses --since like any unknown option', async () => {
  const args = ['--url', url(), at('a.ndjson')];
  await expect(runImport(['--since', since, ...args])).rejects.toThrow("Unknown option '--since'");
  await expect(runImport(['--until', since, ...args])).rejects.toThrow("Unknown option '--until'");
});
