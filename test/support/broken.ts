import { createServer, type IncomingMessage } from 'node:http';
import { listen } from '../../lib/local/listen';
import { sendLine } from '../../lib/verify/http';

/** A status instead of the response, or a connection that ends before or after the service gets the request. */
type Break = number | 'gone' | 'lost';

/** Starts a proxy in front of a service that fails at some requests, counted from 1. */
export const startBroken = async (
  target: () => string,
  breaks: (count: number, request: IncomingMessage) => Break | undefined,
) => {
  let count = 0;
  const methods = new Set<string | undefined>();
  const server = createServer(async (request, response) => {
    methods.add(request.method);
    const broken = breaks(++count, request);
    if (broken === 'gone') return request.socket.destroy();
    if (typeof broken === 'number')
      return response.writeHead(broken, { 'content-type': 'application/json' }).end('{"message":"Later"}');
    const { method, url, headers } = request;
    const body = Buffer.concat(await request.toArray());
    const forwarded = await sendLine(target(), `${method} ${url}`, { headers, body });
    if (broken === 'lost') return request.socket.destroy();
    return response.writeHead(forwarded.status, forwarded.headers).end(forwarded.bytes);
  });
  return { url: `http://127.0.0.1:${await listen(server, 0)}`, methods, close: () => server.close() };
};
