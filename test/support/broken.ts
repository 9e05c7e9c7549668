import { createServer } from 'node:http';
import { listen } from '../../lib/local/listen';
import { exchange } from './http';

/** A status instead of the response, or a connection that ends before or after the service gets the request. */
type Break = number | 'gone' | 'lost';

/** Starts a proxy in front of a service that fails at some requests, counted from 1. */
export const startBroken = async (target: () => string, breaks: (count: number) => Break | undefined) => {
  let count = 0;
  const server = createServer(async (request, response) => {
    const broken = breaks(++count);
    if (broken === 'gone') return request.socket.destroy();
    if (typeof broken === 'number')
      return response.writeHead(broken, { 'content-type': 'application/json' }).end('{"message":"Later"}');
    const { method, url: path } = request;
    const { host: _, ...headers } = request.headers;
    const body = Buffer.concat(await request.toArray());
    const forwarded = await exchange(target(), { method, path, headers }, body);
    if (broken === 'lost') return request.socket.destroy();
    return response.writeHead(forwarded.status, forwarded.headers).end(forwarded.bytes);
  });
  return { url: `http://127.0.0.1:${await listen(server, 0)}`, close: () => server.close() };
};
