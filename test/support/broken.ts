import { createServer } from 'node:http';
import { listen } from '../../lib/local/listen';
import { send } from './http';

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
    const body = Buffer.concat(await request.toArray());
    const { 'content-type': type = '', 'if-none-match': none, prefer } = request.headers;
    const headers = {
      ...(type && { 'content-type': type }),
      ...(none && { 'if-none-match': none }),
      prefer: `${prefer ?? ''}`,
    };
    const forwarded = await send(target(), `${request.method} ${request.url}`, {
      headers,
      body: body.length > 0 ? body : undefined,
    });
    if (broken === 'lost') return request.socket.destroy();
    const { link } = forwarded.headers;
    return response
      .writeHead(forwarded.status, { 'content-type': 'application/json', ...(link && { link }) })
      .end(forwarded.text);
  });
  return { url: `http://127.0.0.1:${await listen(server, 0)}`, close: () => server.close() };
};
