import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { resources } from '../../../functions/resources';
import { listen } from '../../../lib/local/listen';
import { creatorOf } from '../../support/creator';
import { temporaryFolder } from '../../support/folder';
import { send } from '../../support/http';
import { until } from '../../support/time';
import { finished, printed, ready, start } from './start';

const [{ path } = { path: '/none' }] = resources;

/**
 * Finds the processes of the embedded DynamoDB of a folder. Compares their working directories, because the path in
 * their arguments is relative.
 */
const enginesIn = (folder: string) =>
  readdirSync('/proc').filter((pid) => {
    try {
      const name = readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
      return name === 'dynoxide' && readlinkSync(`/proc/${pid}/cwd`) === folder;
    } catch {
      return false;
    }
  });

test('npm start ends with 1 and says in one sentence that the port is taken', async () => {
  const server = createServer();
  const port = await listen(server, 0);
  const error = `Port ${port} is taken; choose another with --port\n`;
  expect(await finished(temporaryFolder(), '--port', String(port))).toEqual({ code: 1, out: '', error });
  server.close();
});

test('npm start reads .env, which --env wins over, and refuses an address that is no URL', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, '.env'), 'AWS_ENDPOINT_URL_SQS=none\nAWS_ENDPOINT_URL_S3=none\n');
  const error = 'AWS_ENDPOINT_URL_S3 is none; allowed: a URL such as http://127.0.0.1:9324\n';
  const ended = await finished(folder, '--port', '0', '--env', 'AWS_ENDPOINT_URL_SQS=http://127.0.0.1:1');
  expect(ended).toMatchObject({ code: 1, error });
});

test('npm start --help names every option and ends with 0', async () => {
  const { code, out } = await finished(temporaryFolder(), '--help');
  const names = out.match(/(?<=^ {2})-[\w-]+/gm)?.join(' ');
  expect([code, names]).toEqual([0, '--port --memory --empty --reset --quiet --auth --debug -c --env --help']);
});

test('npm start seeds, prints lines that work, with --auth too, outlives kill -9 and leaves no process on Ctrl-C', async () => {
  const [folder, data] = [temporaryFolder(), temporaryFolder()];
  symlinkSync(data, join(folder, '.data'));
  const first = await ready(folder);
  expect(first.said.error).toBe('');
  for (const { path } of resources) expect((await send(first.url, `GET ${path}`)).body).toHaveLength(2);
  expect(first.said.out).toContain(`Try the routes at ${first.url}/docs. The data is in ${join(folder, '.data')}.\n`);
  await printed(first, new RegExp(`^GET ${path} 200 \\d+ ms, 0\\.5 read units: Query$`, 'm'));
  const lines = first.said.out.match(/^curl .*$/gm) ?? [];
  const statuses = lines.map((line) =>
    execFileSync('sh', ['-c', `${line} -s -w '%{http_code}' -o answer`], { cwd: folder, encoding: 'utf8' }),
  );
  expect(statuses).toEqual(['200', '201']);
  expect(enginesIn(folder)).not.toEqual([]);

  first.child.kill('SIGKILL');
  await until(() => enginesIn(folder).length === 0);

  const second = await ready(folder);
  expect((await send(second.url, `GET ${path}`)).body).toHaveLength(3);
  second.child.kill('SIGINT');
  expect(await once(second.child, 'close')).toEqual([0, null]);
  expect(enginesIn(folder)).toEqual([]);

  // --reset deletes what a printed curl command has created.
  const third = await ready(folder, [
    '--reset',
    '--auth',
    '-c',
    'scopePrefix=https://a.example/?b+c&d#',
    '-c',
    'protectReads=true',
  ]);
  const { child, said, url } = third;
  expect(readlinkSync(join(folder, '.data'))).toBe(data);
  expect((await send(url, `GET ${path}`)).status).toBe(401);
  await printed(third, /token\?scope=/);
  const [token = '', ...guarded] = said.out.match(/^(token=|curl ).*$/gm) ?? [];
  const run = (line: string) =>
    execFileSync('sh', ['-c', `${token}; ${line} -s -w '\\n%{http_code}'`], { encoding: 'utf8' }).split('\n');
  const answered = guarded.map(run);
  expect(JSON.parse(answered[0]?.[0] ?? '')).toHaveLength(2);
  expect(answered.map((text) => text.at(-1))).toEqual(['200', '201', '200']);
  const { access_token } = JSON.parse(answered.at(-1)?.[0] ?? '');
  expect(decodeJwt(access_token).scope).toMatch(/^https:..a.example.[?]b[+]c&d#\w+:write$/);
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([0, null]);
});

test.each([
  ['--memory', 'The sample data belongs to $token. $stranger may not', []],
  ['--empty', '$stranger may not', ['-c', 'ownerClaim=tid']],
])(
  'npm start %s --auth says which token may do what, and whose sample data it has created: %s',
  async (option, sentence, more) => {
    const started = await ready(temporaryFolder(), [option, '--auth', '-c', 'ownership=true', ...more]);
    await printed(started, /token\?scope=/);
    const others = more.length > 0 ? '$colleague and $admin' : '$admin';
    expect(started.said.out).toContain(`\n${sentence} change what belongs to $token; ${others} may.`);
    const groups = [...started.said.out.matchAll(/^\w+=(e\S+)$/gm)].map(([, token = '']) => decodeJwt(token).tid);
    expect(groups).toEqual(more.length > 0 ? ['ours', 'ours', 'theirs', 'ours'] : Array(3).fill(undefined));
    started.child.kill('SIGTERM');
  },
);

test('npm start leaves without a word when Ctrl-C comes before the sample data is there', async () => {
  const folder = temporaryFolder();
  const { child, said } = start(folder, ['--port', '0']);
  await until(() => enginesIn(folder).length > 0);
  child.kill('SIGINT');
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(said.error).toBe('');
  // An engine that has just begun to start ends itself, as after kill -9.
  await until(() => enginesIn(folder).length === 0);
});

test('a second npm start is refused, and an engine that is killed ends the first with its reason, and loses no write', async () => {
  const folder = temporaryFolder();
  const { child, said, url } = await ready(folder, ['--empty']);
  expect((await send(url, `GET ${path}`)).body).toEqual([]);
  const error = '.data is in use by another npm start; stop that one, or start with --memory\n';
  const out = 'Building the functions and the stack, and starting the database …\n';
  expect(await finished(folder, '--port', '0')).toEqual({ code: 1, out, error });
  expect(await finished(folder, '--port', '0', '--reset')).toEqual({ code: 1, out: '', error });
  expect(readdirSync(join(folder, '.data'))).toContain('dynamodb.sqlite');
  const { create } = creatorOf({ ask: (line, parts) => send(url, line, parts) });
  const written = await Promise.all(resources.map((resource) => create(resource)));
  for (const pid of enginesIn(folder)) process.kill(Number(pid), 'SIGKILL');
  expect(await once(child, 'close')).toEqual([1, null]);
  expect(said.error).toMatch(/^The embedded DynamoDB stopped: /);
  const again = await ready(folder, ['--empty']);
  for (const { Path: own, ETag: etag } of written)
    expect(await send(again.url, `GET ${own}`)).toMatchObject({ status: 200, headers: { etag } });
  again.child.kill('SIGINT');
  expect(await once(again.child, 'close')).toEqual([0, null]);
});
