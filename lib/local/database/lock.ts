import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { join, relative } from 'node:path';

/**
 * Creates a data folder, and makes this process its only runner. Returns the release. The lock is a socket, because a
 * socket cannot outlive its process: connections to the socket of a killed process are refused.
 */
export const holdFolder = async (folder: string): Promise<() => void> => {
  // A relative path, because the path of a socket has at most about 100 characters.
  const path = relative(process.cwd(), join(folder, 'lock'));
  const server = createServer((socket) => socket.destroy()).unref();
  try {
    mkdirSync(folder, { recursive: true });
    await once(server.listen(path), 'listening');
    return () => server.close();
  } catch (error) {
    const { code, message } = Object(error);
    if (code !== 'EADDRINUSE') throw new Error(`Cannot write the folder ${folder}: ${message}; start with --memory`);
  }
  const socket = createConnection(path);
  const isHeld = await once(socket, 'connect').catch(() => false);
  socket.destroy();
  if (isHeld) throw new Error(`${folder} is in use by another npm start; stop that one, or start with --memory`);
  rmSync(path, { force: true });
  return holdFolder(folder);
};

/** Deletes the content of a data folder, which may be a link or a mount. Throws when a runner uses the folder. */
export const resetFolder = async (folder: string): Promise<void> => {
  const release = await holdFolder(folder);
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  release();
};
