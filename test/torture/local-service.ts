import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { resources } from '../../functions/resources';
import { hook, root } from '../../lib/root';

/** Starts the local service as `npm start` does, with its data in a folder. Waits until it answers a request. */
export const startLocalService = async (folder: string) => {
  const startedMs = performance.now();
  const env = { ...process.env, DYNAMODB_ENDPOINT: undefined };
  const program = ['--require', hook, join(root, 'bin/local.ts')];
  const parameters = [...program, '--port', '0', '--empty'];
  const child = spawn(process.execPath, parameters, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise<string>((resolve, reject) => {
    let printed = '';
    child.stdout.on('data', (chunk) => {
      printed += chunk;
      const [address] = /http:\S+(?=\s*\n)/.exec(printed) ?? [];
      if (address) resolve(address);
    });
    child.once('exit', () => reject(new Error(`The service ended before it printed its URL: ${printed}`)));
  });
  const list = `${url}${resources[0]?.path}?limit=1`;
  const response = await fetch(list);
  if (!response.ok) throw new Error(`The service started, but answers GET ${list} with ${response.status}`);
  return { child, url, readyMs: performance.now() - startedMs };
};

/** Kills a process and all its descendants with `kill -9` at once. To the data, this looks like a power failure. */
export const killTree = async (child: ChildProcess) => {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=']).toString().trim().split('\n');
  const processes = rows.map((row) => row.trim().split(/\s+/).map(Number));
  const pids = [child.pid];
  for (const parent of pids) pids.push(...processes.filter(([, ppid]) => ppid === parent).map(([pid]) => pid));
  const exited = once(child, 'exit');
  execFileSync('kill', ['-9', ...pids.map(String)]);
  await exited;
  // Descendants end a moment after the child. The state `Zl` is a zombie that still has running threads.
  const states = () => spawnSync('ps', ['-o', 'stat=', '-p', pids.join()]).stdout.toString();
  while (/^([^Z\s]|Z\S*l)/m.test(states())) await setTimeout(5);
};
