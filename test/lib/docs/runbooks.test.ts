import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { root } from '../../../lib/root';
import { Settings } from '../../../lib/stack/settings';
import { temporaryFolder } from '../../support/folder';
import { readText } from '../../support/sources';

const codeIn = (text: string) => [...text.matchAll(/^```\n([\s\S]*?)^```$/gm)].map(([, code]) => code).join('\n');
const [, ...guides] = readText('lib/deploy/README.md').split(/^## /m);
const [first = '', ...runbooks] = readText('lib/deploy/RUNBOOKS.md').split(/^## /m);
const sections = [...guides, ...runbooks].map((text) => ({ title: text.split('\n')[0] ?? '', code: codeIn(text) }));
const codeOf = (title: string) => sections.find((section) => section.title === title)?.code ?? '';

/** Values that an operator fills in. */
const inputs = {
  USER_ID: 'u-1',
  POST_ID: 'p-1',
  OWNER: 'owner-1',
  TOKEN: 't',
  BUCKET: 'b',
  NEW_ACCOUNT: '222222222222',
};

const server = spawn(process.execPath, [join(root, 'test/support/docs/server.cjs')]);
let port = '';
beforeAll(async () => {
  port = String(await once(server.stdout, 'data'));
});
afterAll(() => server.kill());

/** Runs the first block of the runbooks and then some code, with stand-ins of all programs. */
const run = (code: string) => {
  const cwd = temporaryFolder();
  for (const program of ['aws', 'curl', 'git', 'npm', 'npx', 'sleep'])
    copyFileSync(join(root, 'test/support/docs/program.sh'), join(cwd, program));
  const env = { ...process.env, ...inputs, COMMANDS_PORT: port, PATH: `${cwd}:${process.env.PATH}` };
  const script = ['set -euo pipefail', codeIn(first), code].join('\n');
  // Without --norc, bash takes Node's pipe for a remote shell and reads ~/.bashrc, which may set another PATH.
  const bash = ['--norc', '-c', script];
  const { status, stderr } = spawnSync('bash', bash, { cwd, env, encoding: 'utf8', timeout: 60_000 });
  return { status, stderr, calls: readFileSync(join(cwd, 'calls'), 'utf8').trimEnd().split('\n') };
};

test.each(sections.filter(({ code }) => code))('the commands of "$title" have flags that exist', ({ code }) => {
  const { calls, ...result } = run(code);
  expect(result).toEqual({ status: 0, stderr: '' });
  for (const call of calls.filter((each) => /^npm run (deploy|destroy)/.test(each))) {
    const settings = Object.fromEntries([...call.matchAll(/-c (\w+)=(\S+)/g)].map(([, name, value]) => [name, value]));
    expect(Object.keys(Settings.entries)).toEqual(expect.arrayContaining(Object.keys(settings)));
    expect(v.is(Settings, settings)).toBe(true);
  }
});

test('an unknown flag, a flag that is missing and a busy table fail', () => {
  const restore = codeOf('Restore the table');
  expect(run(restore.replace('--source-table-name', '--table')).stderr).toContain('unknown flag --table');
  expect(run(restore.replace(/--restore-date-time \S+/, '')).stderr).toContain('missing --restore-date-time');
  expect(run(restore.replace('adopt restored &&', '')).stderr).toContain('ResourceInUseException');
});

test('the restore closes the API, waits for the table before each change, and opens the API on the restored table', () => {
  const { calls } = run(codeOf('Restore the table'));
  const changes = calls
    .map((call) => call.split(' --')[0])
    .filter((call) => !/ (wait|describe|list)|^sleep/.test(call ?? ''));
  expect(changes).toEqual([
    ...Array(2).fill('aws lambda put-function-concurrency'),
    'aws dynamodb restore-table-to-point-in-time',
    ...['update-table', 'update-table', 'update-time-to-live', 'update-continuous-backups'].map(
      (change) => `aws dynamodb ${change}`,
    ),
    'npm run deploy -c stage=look -c table=restored -c confirm=table',
    'npm run deploy -c stage=prod -c table=restored -c canary=false -c confirm=table',
    ...Array(2).fill('aws lambda delete-function-concurrency'),
    'aws cloudformation update-termination-protection',
    'npm run destroy -c stage=look -c table=restored',
  ]);
});

test('a restore whose deployment is refused leaves the API closed', () => {
  const { status, calls } = run(`npm() { return 1; }\n${codeOf('Restore the table')}`);
  expect([status, calls.filter((call) => call.includes('delete-function-concurrency'))]).toEqual([1, []]);
});

test.each([
  ['ROLLBACK_FAILED', ['--no-deletion-protection-enabled', 'delete-table --table-name GlobalTable-120']],
  ['UPDATE_ROLLBACK_FAILED', []],
])('a deployment that ends in %s makes these changes to the table among 133 resources: %j', (status, changes) => {
  const { calls } = run(`export STACK_STATUS=${status}\n${codeOf('A first deployment fails')}`);
  const found = calls.filter((call) => / (update|delete)-table /.test(call));
  expect(found).toEqual(changes.map((change) => expect.stringContaining(change)));
});
