import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { join, relative } from 'node:path';
import { codeOf, messageOf } from '../failure';

/*
 * Lock of a data folder: each runner has a socket of its own there, under a name that is never used again. A socket,
 * unlike a file with a process id, cannot outlive its process: connections to it are refused then.
 *
 * 1. A runner publishes its socket by a rename, so every published socket of a living process accepts connections.
 * 2. Then the runner lists the sockets of the others. Of two runners, the later to publish sees the earlier.
 * 3. A runner gives way to every living socket with a smaller name, and waits for the decision of each with a greater
 *    name. Without this order, two runners that see each other would both give way.
 *
 * Removing a dead socket is safe at any time, because its name never comes alive again.
 */
const published = /^lock-/;
const unpublished = /^new-/;
const patienceMs = 5000;
const deadCodes = ['ECONNREFUSED', 'ENOENT', 'ENOTSOCK'];

/** Makes this process the only runner on a data folder; returns the release. */
export async function holdFolder(folder: string): Promise<() => void> {
  const name = randomBytes(6).toString('hex');
  const claim = await publish(folder, name).catch((error) => {
    // The runner that holds the folder has removed the unpublished socket.
    if (codeOf(error) === 'ENOENT' && existsSync(folder)) throw inUse(folder);
    throw new Error(`The data folder ${folder} cannot be written: ${messageOf(error)}`);
  });
  const rivals = readdirSync(folder).filter((file) => published.test(file) && file !== `lock-${name}`);
  const goesFirst = await Promise.all(rivals.map((file) => prevails(socketPath(folder, file), file < `lock-${name}`)));
  if (goesFirst.includes(true)) {
    claim.release();
    throw inUse(folder);
  }
  claim.hold();
  for (const file of readdirSync(folder)) if (unpublished.test(file)) rmSync(join(folder, file), { force: true });
  return claim.release;
}

/** Listens under the name; a connection hears nothing until the folder is held, and ends at the release. */
function publish(folder: string, name: string) {
  const path = join(folder, `lock-${name}`);
  const waiting = new Set<Socket>();
  let isHeld = false;
  const server = createServer((socket) => {
    socket.on('error', () => {}).on('close', () => waiting.delete(socket));
    waiting.add(socket);
    if (isHeld) socket.end('held');
  });
  server.unref();
  const hold = () => {
    isHeld = true;
    for (const socket of waiting) socket.end('held');
  };
  const release = () => {
    rmSync(path, { force: true });
    server.close();
    for (const socket of waiting) socket.destroy();
  };
  return new Promise<{ hold: () => void; release: () => void }>((resolve, reject) => {
    server.once('error', reject);
    server.listen(socketPath(folder, `new-${name}`), () => {
      try {
        renameSync(join(folder, `new-${name}`), path);
        resolve({ hold, release });
      } catch (error) {
        server.close();
        reject(error);
      }
    });
  });
}

/** True when another runner goes first: at once when its name is smaller, else when it says that it holds the folder. */
function prevails(path: string, isSmaller: boolean): Promise<boolean> {
  return new Promise((resolve) => {
    const giveWay = () => {
      resolve(true);
      socket.destroy();
    };
    const socket = createConnection(path, () => isSmaller && giveWay());
    // A stopped process may hold the folder.
    socket.setTimeout(patienceMs, giveWay);
    socket.on('data', giveWay);
    socket.on('error', (error) => deadCodes.includes(codeOf(error) ?? '') && rmSync(path, { force: true }));
    // A runner that gives way removes its socket before it closes connections.
    socket.on('close', () => resolve(existsSync(path)));
  });
}

/** Shortens the path, because a socket's has at most about 100 characters. */
function socketPath(folder: string, file: string): string {
  return relative(process.cwd(), join(folder, file));
}

function inUse(folder: string): Error {
  return new Error(`${folder} is in use by another npm start; stop that one, or start with --memory`);
}

/** Deletes what a data folder holds, unless a runner is using it. */
export async function resetFolder(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  const release = await holdFolder(folder);
  // Without its lock the folder would be free before it is empty.
  const files = readdirSync(folder).filter((file) => !published.test(file));
  for (const file of files) rmSync(join(folder, file), { recursive: true, force: true });
  release();
}
