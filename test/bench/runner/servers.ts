import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** The unit of the times in /proc. Linux reports them in hundredths of a second. */
const MS_PER_TICK = 10;

/** Reads the CPU time of a process and its descendants. Returns undefined on a machine without /proc. */
const treeMs = (root: number) => {
  if (!existsSync('/proc/self/stat')) return undefined;
  const stats = readdirSync('/proc').flatMap((name) => {
    try {
      // Removes the name of the program in parentheses, because it may contain spaces.
      const fields = readFileSync(`/proc/${Number(name)}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ');
      return [
        { id: Number(name), parent: Number(fields[1]), ms: (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK },
      ];
    } catch {
      return [];
    }
  });
  const sum = (id: number): number =>
    stats.filter(({ parent }) => parent === id).reduce((ms, child) => ms + child.ms + sum(child.id), 0);
  return (stats.find(({ id }) => id === root)?.ms ?? 0) + sum(root);
};

const receive = <T>(child: ChildProcess) =>
  new Promise<T>((resolve, reject) => {
    const onExit = () => reject(new Error(`The process ended before it sent a message: ${child.spawnargs.join(' ')}`));
    child.once('exit', onExit);
    child.once('message', (message: T) => {
      child.off('exit', onExit);
      resolve(message);
    });
  });

/** Starts a server as a process of its own. The process reports its URL, and its CPU time on request. */
export const startServer = async (name: string, node: string, parameters: readonly string[]) => {
  const env = { ...process.env, AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' };
  const child = spawn(node, parameters, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const { url } = await receive<{ url: string }>(child);
  return {
    name,
    url,
    /** Returns the CPU time so far: of the server's process, and of the process with its descendants. */
    cpu: async () => {
      const message = receive<NodeJS.CpuUsage>(child);
      child.send('cpu');
      const { user, system } = await message;
      return { ownMs: (user + system) / 1000, treeMs: treeMs(child.pid ?? 0) };
    },
    stop: async () => {
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
};

export type BenchServer = Awaited<ReturnType<typeof startServer>>;
