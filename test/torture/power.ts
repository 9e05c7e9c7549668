import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { root } from '../../lib/root';

/** How a service starts: a command, in a folder of its own for the data. */
export type Start = { readonly command: readonly [string, ...string[]]; readonly folder: string };

/** `npm start` as a person types it; the folder has all of the project but its data. */
export const npmStart = (): Start => {
  const folder = mkdtempSync(join(tmpdir(), 'users-and-posts-kill-'));
  for (const name of ['package.json', 'cdk.json', 'tsconfig.json', 'bin', 'lib', 'functions', 'node_modules'])
    symlinkSync(join(root, name), join(folder, name));
  return { command: ['npm', 'start', '--', '--port', '0', '--empty'], folder };
};

const program = `
  const { serve } = require(${JSON.stringify(join(root, 'lib', 'local', 'serve'))});
  serve({ assembly: process.env.ASSEMBLY, port: 0, database: { folder: '.data' } }).then(({ url }) => console.log(url + '\\n'));
`;

/** What `npm start` runs once the stack is synthesized. */
export const serveOnly = (): Start => ({
  command: [process.execPath, '--import', require.resolve('tsx'), '--eval', program],
  folder: mkdtempSync(join(tmpdir(), 'users-and-posts-kill-')),
});

/** Starts the service; ready when it has printed where it is. */
export const powerOn = async ({ command: [file, ...parameters], folder }: Start) => {
  const startedMs = performance.now();
  // The data are in the folder, whatever DYNAMODB_ENDPOINT names.
  const { DYNAMODB_ENDPOINT: _, ...env } = process.env;
  const child = spawn(file, parameters, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise<string>((resolve, reject) => {
    let printed = '';
    child.stdout.on('data', (chunk) => {
      printed += chunk;
      const [address] = /http:\S+(?=\s*\n)/.exec(printed) ?? [];
      if (address) resolve(address);
    });
    child.once('exit', () => reject(new Error(`The service did not start: ${printed}`)));
  });
  const answer = await fetch(`${url}/posts?limit=1`);
  if (!answer.ok) throw new Error(`The service is there and answers ${answer.status}`);
  return { child, url, readyMs: performance.now() - startedMs };
};

/** A process and all that it started, killed with -9 in one blow: a power cut, as far as software can tell. */
export const cutPower = async (child: ChildProcess) => {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=']).toString().trim().split('\n');
  const processes = rows.map((row) => row.trim().split(/\s+/).map(Number));
  const doomed = [child.pid];
  for (const parent of doomed) doomed.push(...processes.filter(([, ppid]) => ppid === parent).map(([pid]) => pid));
  const gone = once(child, 'exit');
  execFileSync('kill', ['-9', ...doomed.map(String)]);
  await gone;
  // Those that it started are nobody's children now, and end a moment later; Zl is dead and has threads that are not.
  const states = () => spawnSync('ps', ['-o', 'stat=', '-p', doomed.join()]).stdout.toString();
  while (/^([^Z\s]|Z\S*l)/m.test(states())) await setTimeout(5);
};
