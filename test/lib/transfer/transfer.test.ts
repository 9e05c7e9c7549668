import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { nounOf } from '../../../functions/http/resource';
import { resources } from '../../../functions/resources';
import { listen } from '../../../lib/local/listen';
import { runExport, runImport } from '../../../lib/transfer/commands';
import { startBroken } from '../../support/broken';
import { temporaryFolder } from '../../support/folder';
import { nobody, useService } from '../../support/service';

const { ask, user, post, url } = useService();
const other = useService('other');

let folder = '';
let said: string[] = [];
beforeEach(() => {
  folder = temporaryFolder();
  said = [];
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0);
});
afterEach(() => jest.restoreAllMocks());

const at = (name: string) => join(folder, name);
const linesIn = (name: string) =>
  readFileSync(at(name), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** Reads the resources of an export without the times of their last changes. */
const timeless = (name: string) =>
  linesIn(name).map(({ user: one, post: another }) => ({ ...one, ...another, updatedAt: undefined }));

/** Creates three users, and posts with and without an author. */
const seed = async () => {
  const authors = [await user('Ada 👩‍💻\u2028'), await user(), await user()];
  for (let i = 0; i < 16; i++) await post({ title: `Post ${i}`, userId: authors[i % 4]?.id });
};

describe('export and import', () => {
  beforeAll(seed);
  beforeEach(other.empty);

  test('bring everything into an empty service, with its ids and times of creation', async () => {
    expect(await runExport(['--url', url(), at('a.ndjson')])).toBe(0);
    expect(linesIn('a.ndjson')).toHaveLength(19);
    expect(linesIn('a.ndjson').findIndex((line) => line.post)).toBe(3);
    expect(await runImport(['--url', other.url(), at('a.ndjson')])).toBe(0);
    expect(said.at(-1)).toBe('19 created, 0 already there\n');
    await runExport(['--url', other.url(), at('b.ndjson')]);
    expect(timeless('b.ndjson')).toEqual(timeless('a.ndjson'));
  });

  test('bring everything when they are cut off ten times and started again', async () => {
    let cuts = 0;
    const gone = () => ++cuts > 0;
    const pages = await startBroken(url, (count) => (count % 3 === 0 && cuts < 2 && gone() ? 401 : undefined));
    for (let code = 2; code !== 0; ) code = await runExport(['--url', pages.url, at('a.ndjson')]).catch(() => 2);
    pages.close();
    cuts = 0;
    const writes = await startBroken(other.url, (count) => (count % 3 === 0 && cuts < 10 && gone() ? 401 : undefined));
    for (let code = 2; code !== 0; ) code = await runImport(['--url', writes.url, at('a.ndjson')]).catch(() => 2);
    writes.close();
    expect(cuts).toBe(10);
    await runExport(['--url', other.url(), at('b.ndjson')]);
    await runExport(['--url', url(), at('c.ndjson')]);
    expect(timeless('a.ndjson')).toEqual(timeless('c.ndjson'));
    expect(timeless('b.ndjson')).toEqual(timeless('c.ndjson'));
  });

  test('try again after a 429, a 503 and a lost connection', async () => {
    const kinds = [429, 503, 'gone'] as const;
    const flaky = await startBroken(other.url, (count) => (count % 5 === 0 ? kinds[(count / 5) % 3] : undefined));
    await runExport(['--url', url(), at('a.ndjson')]);
    expect(await runImport(['--url', flaky.url, at('a.ndjson')])).toBe(0);
    await runExport(['--url', flaky.url, at('b.ndjson')]);
    flaky.close();
    expect(timeless('b.ndjson')).toEqual(timeless('a.ndjson'));
  });

  test('write rejected lines with their reasons beside the file', async () => {
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
    writeFileSync(at('a.ndjson'), `${lines.map(([text]) => text).join('\n')}\n`);
    for (const _ of ['once', 'again']) {
      expect(await runImport(['--url', url(), at('a.ndjson')])).toBe(1);
      expect(said.at(-1)).toMatch(/^0 created, 1 already there, 6 rejected: see .*a\.ndjson\.rejects\.ndjson\n$/);
      expect(linesIn('a.ndjson.rejects.ndjson').sort((a, b) => a.line - b.line)).toEqual(
        lines.flatMap(([text, reason], i) => (reason ? [{ line: i + 1, reason, text }] : [])),
      );
    }
    expect((await ask(`GET /posts/${nobody}`)).status).toBe(404);
  });

  test('send a token, and stop when the service refuses the token', async () => {
    const seen = new Set<string | undefined>();
    const server = createServer((request, response) => {
      seen.add(request.headers.authorization);
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"message":"Unauthorized"}');
    });
    const args = ['--url', `http://127.0.0.1:${await listen(server, 0)}`, '--token', 'secret', at('a.ndjson')];
    await expect(runExport(args)).rejects.toThrow('401; Unauthorized');
    writeFileSync(at('a.ndjson'), `${JSON.stringify({ post: { id: nobody, title: 'x' } })}\n`);
    await expect(runImport(args)).rejects.toThrow('The API refuses access (401; Unauthorized); pass a valid --token.');
    server.close();
    expect([...seen]).toEqual(['Bearer secret']);
    expect(said.join('')).not.toContain('secret');
  });

  test.each([
    [[], '--url is missing; allowed: an address such as https://api.example'],
    [['--url', 'nowhere'], '--url is nowhere; allowed: an address such as https://api.example'],
    [['--url', 'http://127.0.0.1:1', 'a', 'b'], "Unexpected argument 'b'; allowed: --url <url>, --token <text>, "],
  ])('name the arguments that are wrong: %j', async (args, message) => {
    await expect(runImport(args)).rejects.toThrow(message);
    await expect(runExport(args)).rejects.toThrow(message);
  });
});
