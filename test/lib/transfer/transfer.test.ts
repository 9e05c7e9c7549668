import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runExport, runImport } from '../../../lib/transfer/commands';
import { exportAll } from '../../../lib/transfer/export';
import { startBroken } from '../../support/broken';
import { nobody, startService } from '../../support/service';

const { ask, user, post, url } = startService();
const other = startService();

let folder = '';
let said: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'users-and-posts-'));
  said = [];
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0);
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const at = (name: string) => join(folder, name);
const linesIn = (name: string): { user?: Resource; post?: Resource }[] =>
  readFileSync(at(name), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
type Resource = { readonly id: string; readonly updatedAt: string };

const timeless = (name: string) =>
  linesIn(name).map(({ user: one, post: another }) => ({ ...one, ...another, updatedAt: undefined }));

/** A few users, and posts of theirs and of nobody. */
const seed = async () => {
  const authors = [await user('Ada 👩‍💻'), await user(), await user()];
  for (let i = 0; i < 16; i++) await post({ title: `Post ${i}`, userId: authors[i % 4]?.id });
};

const empty = async (service: typeof other) => {
  for (const path of ['/posts', '/api/v1/users']) {
    for (;;) {
      const { body } = await service.ask(`GET ${path}?limit=100`);
      for (const { id } of body) await service.ask(`DELETE ${path}/${id}`);
      if (body.length === 0) break;
    }
  }
};

test('an export follows the pages of users and posts, and then asks for users who came meanwhile', async () => {
  const pages: Record<string, [ids: string[], next?: string]> = {
    '/api/v1/users?limit=100&order=asc': [['1', '2'], '/api/v1/users?limit=100&order=asc&after=2'],
    '/api/v1/users?limit=100&order=asc&after=2': [['3']],
    '/posts?limit=100&order=asc': [['4'], '/posts?limit=100&order=asc&after=4'],
    '/posts?limit=100&order=asc&after=4': [['5']],
    '/api/v1/users?limit=100&order=asc&after=3': [['6']],
  };
  const api = async (_: string, path: string) => {
    const [ids, next] = pages[path] ?? [[]];
    const link = next && `<https://api.example${next}>; rel="next"`;
    return { status: 200, headers: new Headers(link ? { link } : {}), body: ids.map((id) => ({ id })) };
  };
  const written: string[] = [];
  await exportAll(api, { last: {}, write: (line) => void written.push(line.trim()) });
  expect(written).toEqual([
    ...['1', '2', '3'].map((id) => `{"user":{"id":"${id}"}}`),
    ...['4', '5'].map((id) => `{"post":{"id":"${id}"}}`),
    '{"user":{"id":"6"}}',
  ]);
});

describe('export and import', () => {
  beforeAll(seed);
  beforeEach(() => empty(other));

  test('bring everything into an empty service, with its ids and times of creation', async () => {
    expect(await runExport(['--url', url(), at('a.ndjson')])).toBe(0);
    expect(linesIn('a.ndjson')).toHaveLength(19);
    expect(linesIn('a.ndjson').findIndex((line) => line.post)).toBe(3);
    expect(await runImport(['--url', other.url(), at('a.ndjson')])).toBe(0);
    expect(said.at(-1)).toBe('19 lines: 19 created, 0 already there\n');
    await runExport(['--url', other.url(), at('b.ndjson')]);
    expect(timeless('b.ndjson')).toEqual(timeless('a.ndjson'));
  });

  test('do the same when they are cut off ten times and started again', async () => {
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

  test('wait and try again where the service says later, or breaks off', async () => {
    const kinds = [429, 503, 'gone'] as const;
    const flaky = await startBroken(other.url, (count) => (count % 5 === 0 ? kinds[(count / 5) % 3] : undefined));
    await runExport(['--url', url(), at('a.ndjson')]);
    expect(await runImport(['--url', flaky.url, at('a.ndjson')])).toBe(0);
    await runExport(['--url', flaky.url, at('b.ndjson')]);
    flaky.close();
    expect(timeless('b.ndjson')).toEqual(timeless('a.ndjson'));
  });

  test('write what is rejected beside the file, with the reason', async () => {
    const { id, name, email } = await user();
    const rows: [string, string?][] = [
      ['{"user":', 'is no {"user":{…}} and no {"post":{…}}'],
      ['{"users":{}}', 'is no {"user":{…}} and no {"post":{…}}'],
      ['{"user":{"name":"Ada"}}', 'has no id'],
      [JSON.stringify({ user: { id, name, email } })],
      [JSON.stringify({ user: { id, name: 'Other', email } }), 'is there already, with other content'],
      [
        JSON.stringify({ post: { id: nobody, title: '' } }),
        '400; invalid-body; 1 member is invalid.; #/title must not be empty',
      ],
      [
        JSON.stringify({ post: { id: nobody, title: 'x', userId: nobody } }),
        '422; unknown-user; The userId names no user.',
      ],
    ];
    writeFileSync(at('a.ndjson'), `${rows.map(([text]) => text).join('\n')}\n`);
    for (const _ of ['once', 'again']) {
      expect(await runImport(['--url', url(), at('a.ndjson')])).toBe(1);
      expect(said.at(-1)).toMatch(
        /^7 lines: 0 created, 1 already there, 6 rejected: see .*a\.ndjson\.rejects\.ndjson\n$/,
      );
      const rejects: { line: number; reason: string; text: string }[] = readFileSync(
        at('a.ndjson.rejects.ndjson'),
        'utf8',
      )
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
      expect(rejects.sort((a, b) => a.line - b.line)).toEqual(
        rows.flatMap(([text, reason], i) => (reason ? [{ line: i + 1, reason, text }] : [])),
      );
    }
    expect((await ask(`GET /posts/${nobody}`)).status).toBe(404);
  });

  test('send a token, and stop where the service refuses it', async () => {
    const seen = new Set<string | undefined>();
    const server = createServer((request, response) => {
      seen.add(request.headers.authorization);
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"message":"Unauthorized"}');
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as AddressInfo;
    const args = ['--url', `http://127.0.0.1:${port}`, '--token', 'secret', at('a.ndjson')];
    await expect(runExport(args)).rejects.toThrow('401; Unauthorized');
    writeFileSync(at('a.ndjson'), `${JSON.stringify({ post: { id: nobody, title: 'x' } })}\n`);
    await expect(runImport(args)).rejects.toThrow('The API refuses access: 401; Unauthorized');
    server.close();
    expect([...seen]).toEqual(['Bearer secret']);
    expect(said.join('')).not.toContain('secret');
  });

  test.each([
    [[], 'Usage: '],
    [['--url', 'nowhere'], '--url is nowhere; allowed is an address such as https://api.example'],
    [['--url', 'http://127.0.0.1:1', 'a', 'b'], 'Usage: '],
  ])('say how they are called: %j', async (args, message) => {
    await expect(runImport(args)).rejects.toThrow(message);
    await expect(runExport(args)).rejects.toThrow(message);
  });
});
