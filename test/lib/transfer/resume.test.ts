import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { listen } from '../../../lib/local/listen';
import { root } from '../../../lib/root';
import { runExport } from '../../../lib/transfer/commands';
import { temporaryFolder } from '../../support/folder';

const idOf = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const times = { createdAt: '2022-07-01T00:00:00.000Z', updatedAt: '2022-07-01T00:00:00.000Z' };
const text = 'Ada 👩‍💻 "\\\n';
const resources = {
  user: (id: string) => ({ id, name: text, email: 'ada@example.com', ...times }),
  post: (id: string) => ({ id, title: text, content: '', ...times }),
};
const lineOf = (kind: 'user' | 'post', number: number) =>
  `${JSON.stringify({ [kind]: resources[kind](idOf(number)) })}\n`;
const whole = lineOf('user', 1) + lineOf('post', 2) + lineOf('user', 3);

/** Paths of the requests to the API. Every response of the API is an empty page. */
let asked: string[] = [];
const server = createServer(({ url = '' }, response) => {
  asked.push(url);
  response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
});
let args: string[] = [];
let folder = '';
let file = '';
let url = '';
beforeAll(async () => {
  url = `http://127.0.0.1:${await listen(server, 0)}`;
});
afterAll(() => server.close());
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, 'all.ndjson');
  args = ['--url', url, file];
  asked = [];
  jest.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(() => jest.restoreAllMocks());

const refusal = (line: number) => `${file} is not an export (see line ${line}) and stays unchanged; name another file.`;

describe('an export to a file that is there', () => {
  test.each<[what: string, line: number, content: string | Buffer]>([
    ['JSON of one line without a newline', 1, '{"a":1}'],
    ['JSON of one line', 1, '{"a":1}\n'],
    ['a text', 1, 'Dear Ada,\nhow are you?\nBob'],
    ['a newline', 1, '\n'],
    ['binary', 1, Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 10, 0xff, 10, 0])],
    ['2 MB of zeros', 1, Buffer.alloc(2e6)],
    ['a line without an id', 1, '{"user":{"name":"Ada"}}\n'],
    ['an id of another form', 1, '{"user":{"id":"1"}}\n'],
    ['a resource of another kind', 1, `{"group":{"id":"${idOf(1)}"}}\n`],
    ['two resources in a line', 1, `{"user":{"id":"${idOf(1)}"},"post":{"id":"${idOf(2)}"}}\n`],
    ['JSON that is written in another way', 1, `{ "user": {"id":"${idOf(1)}"}}\n`],
    ['a byte order mark', 1, `\ufeff${whole}`],
    ['an export, then notes', 4, `${whole}to do: import this\n`],
    ['an export, then notes without a newline', 4, `${whole}to do`],
    ['an export, then an empty line', 4, `${whole}\n`],
    ['an export, then 2 MB without a newline', 4, `${whole}{"user":{"id":"${idOf(4)}","name":"${'x'.repeat(2e6)}`],
    ['an export, then what is no UTF-8', 4, Buffer.concat([Buffer.from(`${whole}{"user":`), Buffer.from([0xff])])],
    ['an export with a line twice', 4, whole + lineOf('user', 3)],
    ['an export in another order', 2, lineOf('post', 2) + lineOf('post', 1)],
    ['an export with what is no UTF-8 in it', 1, Buffer.from(whole.replace('Ada', '\u00ff'), 'latin1')],
    ['a user with other members', 1, `{"user":{"id":"${idOf(1)}","password":"x","roles":[1]}}`],
    ['a user with a member too many', 1, lineOf('user', 1).replace('}}', ',"x":1}}')],
    ['a user with members in another order', 1, `{"user":{"id":"${idOf(1)}","email":"a@b","name":"a"}}\n`],
    ['a line that was written by hand, without a newline', 1, `{"post":{"id":"${idOf(1)}","title":"A title"}}`],
    ['a member named __proto__', 1, `{"user":{"id":"${idOf(1)}","__proto__":{"a":1}}}`],
    ['a brace', 1, '{'],
    ['an export, then the beginning of a line that it has', 4, `${whole}{"user":{"id":"${idOf(3)}","na`],
    ['an export, then a user without a name', 4, `${whole}{"user":{"id":"${idOf(4)}","email":"a`],
    ['other JSON that ends like a line of ours', 1, `[1,\n${lineOf('user', 1)}{"user":{"id`],
  ])('refuses %s, asks nothing and changes no byte', async (_, line, content) => {
    writeFileSync(file, content);
    await expect(runExport(args)).rejects.toThrow(new Error(refusal(line)));
    expect(readFileSync(file).equals(Buffer.from(content))).toBe(true);
    expect(asked).toEqual([]);
  });

  test('refuses a folder and asks nothing', async () => {
    mkdirSync(file);
    const why = `${file} cannot be written (illegal operation on a directory); name another file.`;
    await expect(runExport(args)).rejects.toThrow(new Error(why));
    expect(asked).toEqual([]);
  });

  test('refuses a file without write permission, and asks nothing', async () => {
    const beginning = whole.slice(0, -10);
    writeFileSync(file, beginning);
    chmodSync(folder, 0o755);
    chmodSync(file, 0o444);
    // Root may write every file, so that the test does this as "nobody".
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.(65534);
    const why = `${file} cannot be written (permission denied); name another file.`;
    await expect(runExport(args))
      .rejects.toThrow(new Error(why))
      .finally(() => isRoot && process.seteuid?.(0));
    expect(readFileSync(file, 'utf8')).toBe(beginning);
    expect(asked).toEqual([]);
  });

  test('says a refusal in one line and exits with 2', () => {
    writeFileSync(file, '{"a":1}');
    const command = ['--import', require.resolve('tsx'), join(root, 'bin', 'export.ts'), ...args];
    const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8', timeout: 50_000 });
    expect({ status, stderr }).toEqual({ status: 2, stderr: `${refusal(1)}\n` });
    expect(readFileSync(file, 'utf8')).toBe('{"a":1}');
  });

  test('goes on behind the last ids of each kind', async () => {
    writeFileSync(file, whole);
    const { mtimeMs } = statSync(file);
    expect(await runExport(args)).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(whole);
    expect(statSync(file).mtimeMs).toBe(mtimeMs);
    const behind = (path: string, id: number) => `${path}?limit=100&order=asc&after=${idOf(id)}`;
    expect(asked).toEqual(expect.arrayContaining([behind('/posts', 2), behind('/api/v1/users', 3)]));
    expect(asked).not.toContain('/api/v1/users?limit=100&order=asc');
  });

  test('starts anew in an empty file', async () => {
    writeFileSync(file, '');
    expect(await runExport(args)).toBe(0);
    expect(asked[0]).toBe('/api/v1/users?limit=100&order=asc');
  });

  test.each([
    ['of a stage without ownership', ''],
    ['of a stage with ownership', `,"owner":"${'o'.repeat(22)}"`],
  ])('takes off the beginning of a line %s, wherever that line was cut', async (_, owner) => {
    const written = (lines: string) => lines.replaceAll('Z"}}', `Z"${owner}}}`);
    const next = Buffer.from(written(whole + lineOf('user', 4)));
    for (let length = Buffer.byteLength(written(whole)); length < next.length; length++) {
      writeFileSync(file, next.subarray(0, length));
      expect(await runExport(args)).toBe(0);
      expect(readFileSync(file, 'utf8')).toBe(written(whole));
    }
  });

  test('takes a beginning of its first line as an export', async () => {
    writeFileSync(file, '{"user":{"id":"01');
    expect(await runExport(args)).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe('');
  });
});
