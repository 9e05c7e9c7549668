import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { send } from './http';

/** A status instead of the answer, a connection that ends before the service is asked, or one that ends after. */
type Break = number | 'gone' | 'lost';

/** In front of a service, one that breaks at the requests that it is told. */
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
    const answer = await send(target(), `${request.method} ${request.url}`, {
      headers,
      body: body.length > 0 ? body : undefined,
    });
    if (broken === 'lost') return request.socket.destroy();
    const { link } = answer.headers;
    return response
      .writeHead(answer.status, { 'content-type': 'application/json', ...(link && { link }) })
      .end(answer.text);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
};
