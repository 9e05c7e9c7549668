import { mkdirSync, rmSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { join, relative } from 'node:path';
import { messageOf } from '../../failure';

/**
 * Creates a data folder, and makes this process its only runner. Returns the release. The lock is a socket, because a
 * socket cannot outlive its process: connections to the socket of a killed process are refused.
 */
export const holdFolder = (folder: string): Promise<() => void> =>
  new Promise((resolve, reject) => {
    const refuse = (error: unknown) =>
      reject(new Error(`Cannot write the folder ${folder}: ${messageOf(error)}; start with --memory`));
    // A relative path, because the path of a socket has at most about 100 characters.
    const path = relative(process.cwd(), join(folder, 'lock'));
    const server = createServer((socket) => socket.destroy()).unref();
    server.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') return refuse(error);
      const socket = createConnection(path, () => {
        socket.destroy();
        reject(new Error(`${folder} is in use by another npm start; stop that one, or start with --memory`));
      });
      socket.on('error', () => {
        rmSync(path, { force: true });
        resolve(holdFolder(folder));
      });
    });
    try {
      mkdirSync(folder, { recursive: true });
    } catch (error) {
      return refuse(error);
    }
    server.listen(path, () => resolve(() => server.close()));
  });

/** Deletes a data folder. Throws when a runner uses the folder. */
export const resetFolder = async (folder: string): Promise<void> => {
  const release = await holdFolder(folder);
  rmSync(folder, { recursive: true, force: true });
  release();
};
