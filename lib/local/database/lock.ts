import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { join, relative } from 'node:path';
import { codeOf, messageOf } from '../failure';

/*
 * Lock of a data folder. Each runner has a socket in the folder, under a name that is never used again. A socket,
 * unlike a file with a process id, cannot outlive its process: the connections to a dead socket are refused.
 *
 * 1. A runner publishes its socket by a rename, so every published socket of a living process accepts connections.
 * 2. Then the runner lists the sockets of its rivals. Of two runners, the later to publish sees the earlier.
 * 3. A runner gives way to every living socket with a smaller name, and waits for the decision of each with a greater
 *    name. Without this order, two runners that see each other would both give way.
 *
 * Removing a dead socket is safe at any time, because its name never comes alive again.
 */
const published = /^lock-/;
const unpublished = /^new-/;
const DECISION_TIMEOUT_MS = 5000;
/** Codes of a failed connection that show that the socket is dead. */
const deadCodes = ['ECONNREFUSED', 'ENOENT', 'ENOTSOCK'];

/** Returns the path relative to the working directory, because a socket's path has at most about 100 characters. */
const socketPath = (folder: string, file: string): string => relative(process.cwd(), join(folder, file));

const inUse = (folder: string): Error =>
  new Error(`${folder} is in use by another npm start; stop that one, or start with --memory`);

/**
 * Publishes a socket under the name. A connection to the socket gets data as soon as this runner holds the folder, and
 * ends without data when this runner gives way.
 */
const publish = (folder: string, name: string) => {
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
  return new Promise<{ readonly hold: () => void; readonly release: () => void }>((resolve, reject) => {
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
};

/** Asks whether a rival goes first: a living rival with a smaller name, or a rival that holds the folder. */
const goesFirst = (path: string, isSmaller: boolean): Promise<boolean> =>
  new Promise((resolve) => {
    const giveWay = () => {
      resolve(true);
      socket.destroy();
    };
    const socket = createConnection(path, () => isSmaller && giveWay());
    // Gives way to a rival that stays silent, because a suspended process may hold the folder.
    socket.setTimeout(DECISION_TIMEOUT_MS, giveWay);
    socket.on('data', giveWay);
    socket.on('error', (error) => deadCodes.includes(codeOf(error) ?? '') && rmSync(path, { force: true }));
    // Looks for the socket's file, because a rival that gives way removes the file before it closes connections.
    socket.on('close', () => resolve(existsSync(path)));
  });

/** Makes this process the only runner on a data folder. Returns the release. */
export const holdFolder = async (folder: string): Promise<() => void> => {
  const name = randomBytes(6).toString('hex');
  const lock = await publish(folder, name).catch((error) => {
    // The runner that holds the folder has removed the unpublished socket.
    if (codeOf(error) === 'ENOENT' && existsSync(folder)) throw inUse(folder);
    throw new Error(`The data folder ${folder} cannot be written: ${messageOf(error)}`);
  });
  const rivals = readdirSync(folder).filter((file) => published.test(file) && file !== `lock-${name}`);
  const decisions = await Promise.all(rivals.map((file) => goesFirst(socketPath(folder, file), file < `lock-${name}`)));
  if (decisions.includes(true)) {
    lock.release();
    throw inUse(folder);
  }
  lock.hold();
  for (const file of readdirSync(folder)) if (unpublished.test(file)) rmSync(join(folder, file), { force: true });
  return lock.release;
};

/** Deletes the content of a data folder. Throws when a runner uses the folder. */
export const resetFolder = async (folder: string): Promise<void> => {
  if (!existsSync(folder)) return;
  const release = await holdFolder(folder);
  // Keeps the lock until the end. Without the lock, another runner could take the folder before the folder is empty.
  const files = readdirSync(folder).filter((file) => !published.test(file));
  for (const file of files) rmSync(join(folder, file), { recursive: true, force: true });
  release();
};
