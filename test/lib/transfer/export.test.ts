import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiClient } from '../../../lib/transfer/api';
import { runExport } from '../../../lib/transfer/commands';
import { exportFile } from '../../../lib/transfer/export';
import { nouns } from '../../../lib/transfer/line';
import { startBroken } from '../../support/broken';
import { temporaryFolder } from '../../support/folder';
import { idAt } from '../../support/id';
import { useService } from '../../support/service';

const { ask, url } = useService();

const since = '2025-11-01T01:00:00+01:00';
let file = '';
beforeEach(() => {
  file = join(temporaryFolder(), 'all.ndjson');
  jest.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(() => jest.restoreAllMocks());

describe('an export', () => {
  const line = (noun: string, id: string) => `{"${noun}":{"id":"${id}"}}\n`;

  test.each<[what: string, text: string, lists: [noun: string, after?: string][], added: string]>([
    ['nothing', '', [['user'], ['post'], ['user', '5']], line('user', '5') + line('post', '9')],
    ['a cut line', `${line('user', '1')}{"user":{"id":"2`, [['user', '1'], ['post'], ['user', '1']], line('post', '9')],
    [
      'a line without its newline',
      `${line('user', '1')}${line('user', '2').trim()}`,
      [['user', '1'], ['post'], ['user', '1']],
      line('post', '9'),
    ],
    [
      'whole lines',
      `${line('user', '1')}${line('post', '2')}`,
      [
        ['post', '2'],
        ['user', '1'],
      ],
      '',
    ],
  ])('that was cut off after %s goes on, and asks for users who came meanwhile', async (_, text, lists, added) => {
    const asked: string[] = [];
    const api: ApiClient = async (_, path) => {
      const noun = ['user', 'post'].find((each) => path.startsWith(nouns.get(each)?.path ?? '-'));
      // Other resources have no items. In front of them, the export asks for posts that came meanwhile, too.
      const isAgain = noun === 'post' && (asked.includes(path) || path.endsWith('&after=9'));
      if (noun && !isAgain) asked.push(path);
      const body = path.includes('&after') || !noun ? [] : [{ id: noun === 'post' ? '9' : '5' }];
      return { status: 200, headers: new Headers(), body };
    };
    writeFileSync(`${file}.partial`, text);
    await exportFile(api, file, { since });
    expect(readFileSync(file, 'utf8')).toBe(text.slice(0, text.lastIndexOf('\n') + 1) + added);
    const query = 'limit=100&order=asc&createdSince=2025-11-01T01%3A00%3A00%2B01%3A00';
    expect(asked).toEqual(
      lists.map(([noun, after]) => `${nouns.get(noun)?.path}?${query}${after ? `&after=${after}` : ''}`),
    );
  });

  test('spares a file that is there', async () => {
    writeFileSync(file, 'precious');
    await expect(runExport(['--url', url(), file])).rejects.toThrow(`${file} is already there; name another file.`);
    expect(readFileSync(file, 'utf8')).toBe('precious');
  });
});

describe('an export with --since', () => {
  test('holds only what was created since then, also after it was cut off twice and run again', async () => {
    const sinceMs = Date.parse(since);
    const [author, user] = [idAt(sinceMs - 1, 1), idAt(sinceMs, 2)];
    const posts = Array.from({ length: 250 }, (_, i) => idAt(sinceMs + i, i));
    const put = (path: string, body: object) => ask(`PUT ${path}`, { body, headers: { 'if-none-match': '*' } });
    for (const id of [author, user]) await put(`/api/v1/users/${id}`, { name: 'Ada', email: `${id}@since.example` });
    await put(`/posts/${idAt(sinceMs - 1, 3)}`, { title: 'Older' });
    for (const id of posts) await put(`/posts/${id}`, { title: 'Newer', userId: author });

    const cutting = await startBroken(url, (count) => (count === 2 || count === 5 ? 401 : undefined));
    const args = ['--url', cutting.url, '--since', since, file];
    for (let run = 1; run <= 2; run++) await expect(runExport(args)).rejects.toThrow('401');
    expect(await runExport(args)).toBe(0);
    cutting.close();
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    const exported = lines.flatMap((line) => Object.values<{ id: string }>(JSON.parse(line)));
    expect(exported.map(({ id }) => id)).toEqual([user, ...posts]);
  });

  test.each([
    [
      'yesterday',
      /: 400; invalid-query; createdSince must be a date such as .+\.; createdSince must be a date such as /,
    ],
    ['', /: 400; invalid-query; createdSince is empty; .+\.; createdSince is empty; /],
  ])('names the parameter when the API refuses the time %j', async (time, message) => {
    await expect(runExport(['--url', url(), '--since', time, file])).rejects.toThrow(message);
  });
});
