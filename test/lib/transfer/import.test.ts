import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nounOf } from '../../../functions/http/resource';
import { resources } from '../../../functions/resources';
import { runImport } from '../../../lib/transfer/commands';
import { startBroken } from '../../support/broken';
import { temporaryFolder } from '../../support/folder';
import { nobody, useService } from '../../support/service';

const { ask, user, url } = useService();

let file = '';
let said: string[] = [];
beforeEach(() => {
  file = join(temporaryFolder(), 'all.ndjson');
  said = [];
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0);
});
afterEach(() => jest.restoreAllMocks());

test('an import writes rejected lines with their reasons beside the file', async () => {
  const { id, name, email } = await user();
  const noResource = `is not ${resources.map((each) => `{"${nounOf(each)}":{…}}`).join(' or ')}`;
  const lines: [string, string?][] = [
    ['{"user":', noResource],
    ['{"users":{}}', noResource],
    ['{"user":{"name":"Ada"}}', 'has no id'],
    [JSON.stringify({ user: { id, name, email } })],
    [JSON.stringify({ user: { id, name: 'Other', email } }), 'is already there with other content'],
    [
      JSON.stringify({ post: { id: nobody, title: '' } }),
      '400; invalid-body; title must not be empty.; #/title must not be empty',
    ],
    [
      JSON.stringify({ post: { id: nobody, title: 'x', userId: nobody } }),
      '422; unknown-user; No user has this userId.; #/userId No user has this userId.',
    ],
  ];
  writeFileSync(file, `${lines.map(([text]) => text).join('\n')}\n`);
  for (const _ of ['once', 'again']) {
    expect(await runImport(['--url', url(), file])).toBe(1);
    const rejects = `${file}.rejects.ndjson`;
    expect(said.at(-1)).toBe(`0 created, 1 already there, 6 rejected: see ${rejects}\n`);
    const rejected = readFileSync(rejects, 'utf8').trimEnd().split('\n');
    expect(rejected.map((line) => JSON.parse(line)).sort((a, b) => a.line - b.line)).toEqual(
      lines.flatMap(([text, reason], i) => (reason ? [{ line: i + 1, reason, text }] : [])),
    );
  }
  expect((await ask(`GET /posts/${nobody}`)).status).toBe(404);
});

test('an import finds a post without content already there: after a lost answer, and the second time', async () => {
  const post = { id: nobody, title: 'A title' };
  writeFileSync(file, JSON.stringify({ post }));
  const losing = await startBroken(url, (count) => (count === 1 ? 'lost' : undefined));
  const code = await runImport(['--url', losing.url, file]);
  losing.close();
  expect([code, said.at(-1)]).toEqual([0, '0 created, 1 already there\n']);
  expect(await runImport(['--url', url(), file])).toBe(0);
  expect(said.at(-1)).toBe('0 created, 1 already there\n');
  writeFileSync(file, JSON.stringify({ post: { ...post, content: 'Other' } }));
  expect(await runImport(['--url', url(), file])).toBe(1);
  expect(said.at(-1)).toMatch(/^0 created, 0 already there, 1 rejected: /);
});
