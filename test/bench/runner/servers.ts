import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Linux tells the times of a process in hundredths of a second, whatever its kernel counts in. */
const MS_PER_TICK = 10;

/** Milliseconds of the processor of a process and of all that it started; none where /proc is not. */
const treeMs = (root: number) => {
  if (!existsSync('/proc/self/stat')) return undefined;
  const stats = readdirSync('/proc').flatMap((name) => {
    try {
      // The name of the program, in brackets, may hold spaces.
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

const told = <T>(child: ChildProcess) =>
  new Promise<T>((resolve, reject) => {
    const onExit = () => reject(new Error(`${child.spawnargs.join(' ')} has ended`));
    child.once('exit', onExit);
    child.once('message', (message: T) => {
      child.off('exit', onExit);
      resolve(message);
    });
  });

/** A server as a process of its own: it says its URL, and what it took when it is asked. */
export const startServer = async (name: string, node: string, parameters: readonly string[]) => {
  const env = { ...process.env, AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' };
  const child = spawn(node, parameters, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const { url } = await told<{ url: string }>(child);
  return {
    name,
    url,
    /** Milliseconds of the processor so far: of the process that serves, and of all that belongs to it. */
    cpu: async () => {
      const answer = told<NodeJS.CpuUsage>(child);
      child.send('cpu');
      const { user, system } = await answer;
      return { ownMs: (user + system) / 1000, treeMs: treeMs(child.pid ?? 0) };
    },
    stop: async () => {
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
  };
};
export type Server = Awaited<ReturnType<typeof startServer>>;
