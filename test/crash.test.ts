import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { send } from './http';

const WRITERS = 4;
const folder = mkdtempSync(join(tmpdir(), 'users-and-posts-crash-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What `npm start` runs once the stack is synthesized, as a process of its own. */
const program = `
  const { serve } = require(${JSON.stringify(join(__dirname, '..', 'lib', 'local', 'serve'))});
  serve({ assembly: process.env.ASSEMBLY, port: 0, database: { folder: 'data' } }).then(({ url }) => console.log(url + ';'));
`;

const start = async () => {
  const parameters = ['--import', require.resolve('tsx'), '--eval', program];
  const child = spawn(process.execPath, parameters, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise<string>((resolve, reject) => {
    let printed = '';
    child.stdout.on('data', (chunk) => {
      printed += chunk;
      const [address] = /http:[^;]+(?=;)/.exec(printed) ?? [];
      if (address) resolve(address);
    });
    child.once('exit', () => reject(new Error(`The service did not start: ${printed}`)));
  });
  return { child, url };
};

/** A process and all that it started, killed with -9 in one blow: a power cut, as far as software can tell. */
const killAll = async (child: ChildProcess) => {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=']).toString().trim().split('\n');
  const processes = rows.map((row) => row.trim().split(/\s+/).map(Number));
  const doomed = [child.pid];
  for (const parent of doomed) doomed.push(...processes.filter(([, ppid]) => ppid === parent).map(([pid]) => pid));
  const gone = once(child, 'exit');
  execFileSync('kill', ['-9', ...doomed.map(String)]);
  await gone;
};

/** What a post may hold: the title last acknowledged, and one that was on its way when the lights went out. */
type Expected = { acknowledged?: string; underway?: string };

/** Creates and changes posts one after the other, until the service is gone; answers how much was acknowledged. */
const write = async (url: string, expected: Map<string, Expected>) => {
  for (let count = 0; ; count += 2) {
    try {
      const created = await send(url, 'POST /posts', { body: { title: 'first' } });
      const state: Expected = { acknowledged: 'first', underway: 'second' };
      expected.set(created.body.id, state);
      await send(url, `PATCH /posts/${created.body.id}`, { body: { title: 'second' } });
      state.acknowledged = 'second';
    } catch {
      return count;
    }
  }
};

describe('the local service, killed with -9 under load', () => {
  test('loses no acknowledged write in 20 times, and starts again without repair', async () => {
    const expected = new Map<string, Expected>();
    for (let round = 0; round < 20; round++) {
      const { child, url } = await start();
      const writing = Array.from({ length: WRITERS }, () => write(url, expected));
      const enough = expected.size + 20;
      while (expected.size < enough) await send(url, 'GET /');
      await killAll(child);
      await Promise.all(writing);
    }
    const { child, url } = await start();
    for (const [id, { acknowledged, underway }] of expected) {
      const { status, body } = await send(url, `GET /posts/${id}`);
      expect(status).toBe(200);
      expect([acknowledged, underway]).toContain(body.title);
    }
    await killAll(child);
    expect(expected.size).toBeGreaterThanOrEqual(20 * 20);
  }, 120_000);
});
