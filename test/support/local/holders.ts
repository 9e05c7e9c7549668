import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from '../../../lib/root';

const library = join(root, 'lib');

/** Program of a child process that takes the locks of data folders, each at a given time, and reports the outcome. */
const program = `
  const { holdFolder } = require(${JSON.stringify(join(library, 'local', 'database', 'lock'))});
  const releases = [];
  process.on('message', async ({ folder, atMs }) => {
    if (folder === undefined) {
      for (const release of releases.splice(0)) release();
      return process.send('released');
    }
    while (Date.now() < atMs);
    try {
      releases.push(await holdFolder(folder));
      process.send('held');
    } catch (error) {
      process.send(error.message);
    }
  });
  process.on('disconnect', () => process.exit());
  process.send('ready');
`;

/** Kills the process at the start of the given call of a synchronous function of node:fs. */
const dyingAt = (call: number) => `
  const fs = require('node:fs');
  let left = ${call};
  process.once('message', () => {
    for (const name of Object.keys(fs).filter((each) => each.endsWith('Sync'))) {
      const original = fs[name];
      fs[name] = (...parameters) => (left-- > 0 ? original(...parameters) : process.kill(process.pid, 'SIGKILL'));
    }
  });
`;

/** Child process that holds locks of data folders. */
export type Holder = {
  /** Returns "held" or the message of the error. */
  hold(folder: string, atMs?: number): Promise<string>;
  release(): Promise<string>;
  kill(): Promise<void>;
};

/** Starts a child process. With `diesAt` it is killed at that file system call of its first attempt. */
export const startHolder = async (diesAt?: number): Promise<Holder> => {
  const code = diesAt === undefined ? program : dyingAt(diesAt) + program;
  const parameters = ['--require', join(library, 'build', 'typescript.cjs'), '--eval', code];
  const child: ChildProcess = spawn(process.execPath, parameters, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const gone = once(child, 'exit').then(([code, signal]) => [`ended with ${signal ?? code}`]);
  const send = async (message?: object) => {
    const reply = Promise.race([once(child, 'message'), gone]);
    if (message) child.send(message);
    return String((await reply)[0]);
  };
  await send();
  return {
    hold: (folder, atMs = 0) => send({ folder, atMs }),
    release: () => send({}),
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
};
