import { existsSync, rmSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { join, relative } from 'node:path';
import { codeOf, messageOf } from './failure';

/** Makes this process the only runner on a data folder; gives the way to let it go. */
export async function holdFolder(folder: string): Promise<() => void> {
  // A socket, unlike a file with a process id, cannot outlive its holder: nobody answers on it then. The path is
  // relative because sockets allow about 100 characters.
  const path = relative(process.cwd(), join(folder, 'lock'));
  try {
    return await hold(path).catch(async (error) => {
      if (codeOf(error) !== 'EADDRINUSE' || (await answers(path))) throw error;
      rmSync(path, { force: true });
      return hold(path);
    });
  } catch (error) {
    if (codeOf(error) !== 'EADDRINUSE')
      throw new Error(`The data folder ${folder} cannot be written: ${messageOf(error)}`);
    throw new Error(`${folder} is in use by another npm start; stop that one, or start with --memory`);
  }
}

function hold(path: string): Promise<() => void> {
  const server = createServer((socket) => socket.destroy());
  server.unref();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => resolve(() => server.close()));
  });
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(path, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

/** Deletes a data folder, unless a runner is using it. */
export async function resetFolder(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  const release = await holdFolder(folder);
  rmSync(folder, { recursive: true, force: true });
  release();
}
