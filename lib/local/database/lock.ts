import { existsSync, readdirSync, rmSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { join, relative } from 'node:path';
import { messageOf } from '../../failure';

const LOCK = 'lock';

/**
 * Makes this process the only runner on a data folder. Returns the release. The lock is a socket, because a socket cannot
 * outlive its process: connections to the socket of a killed process are refused.
 */
export const holdFolder = (folder: string): Promise<() => void> =>
  new Promise((resolve, reject) => {
    // A relative path, because the path of a socket has at most about 100 characters.
    const path = relative(process.cwd(), join(folder, LOCK));
    const server = createServer((socket) => socket.destroy()).unref();
    server.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE')
        return reject(new Error(`Cannot write the folder ${folder}: ${messageOf(error)}; start with --memory`));
      const socket = createConnection(path, () => {
        socket.destroy();
        reject(new Error(`${folder} is in use by another npm start; stop that one, or start with --memory`));
      });
      socket.on('error', () => {
        rmSync(path, { force: true });
        resolve(holdFolder(folder));
      });
    });
    server.listen(path, () => resolve(() => server.close()));
  });

/** Deletes the content of a data folder. Throws when a runner uses the folder. */
export const resetFolder = async (folder: string): Promise<void> => {
  if (!existsSync(folder)) return;
  const release = await holdFolder(folder);
  for (const file of readdirSync(folder))
    if (file !== LOCK) rmSync(join(folder, file), { recursive: true, force: true });
  release();
};
