import type { Server as HttpServer } from 'node:http';
import type { Server } from 'node:net';

/** Listens on this machine only and gives the port, which matters when 0 was asked for. */
export function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: '127.0.0.1' }, () => {
      server.removeListener('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

/** Lets running requests finish for a moment, then cuts the rest off. */
export async function closeServer(server: HttpServer, graceMs = 1000): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(timer);
}
