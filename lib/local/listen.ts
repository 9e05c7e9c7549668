import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';

/** Listens on 127.0.0.1 only. Returns the port of the server, because port 0 stands for any free port. */
export const listen = async (server: Server, port: number): Promise<number> => {
  await once(server.listen({ port, host: '127.0.0.1' }), 'listening');
  const address = server.address();
  return typeof address === 'object' && address ? address.port : port;
};

/** Returns a port that can be used: the given one, or any free port for 0. */
export const findPort = async (wanted: number): Promise<number> => {
  const server = createServer();
  const port = await listen(server, wanted).catch(({ code }: NodeJS.ErrnoException) => {
    const problem = code === 'EADDRINUSE' ? 'is taken' : `cannot be used (${code})`;
    throw new Error(`Port ${wanted} ${problem}; choose another with --port`);
  });
  await new Promise((resolve) => server.close(resolve));
  return port;
};

/** Closes a server. Running requests have `graceMs` to finish, then their connections are closed. */
export const closeServer = async (server: HttpServer, graceMs = 1000): Promise<void> => {
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  await new Promise((resolve) => server.close(resolve));
  clearTimeout(timer);
};
