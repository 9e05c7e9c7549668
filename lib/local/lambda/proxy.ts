import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { closeServer, listen } from '../listen';
import type { LocalFunction } from '../template/template';
import { accessDenial, type NeededAccess, neededAccess } from './permissions';

/** Starts a proxy between a function and the database. The proxy refuses calls that the function's policy forbids. */
export const startDatabaseProxy = async (
  lambda: Pick<LocalFunction, 'id' | 'policy'>,
  database: string,
  onCall: (access: NeededAccess) => void = () => {},
) => {
  const agent = new Agent({ keepAlive: true });

  /**
   * Returns why a call is refused. Reports the permissions of a granted call to `onCall`. A GET is no call: a function
   * sends it at its start to open a connection.
   */
  const findDenial = ({ method, headers }: IncomingMessage, body: Buffer): string | undefined => {
    if (method === 'GET') return undefined;
    const needed = neededAccess(String(headers['x-amz-target']), JSON.parse(body.toString()));
    const denial = accessDenial(lambda, needed);
    if (denial === undefined) for (const access of needed) onCall(access);
    return denial;
  };

  const forward = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(incoming);
    const denial = findDenial(incoming, body);
    if (denial !== undefined) {
      response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
      response.end(JSON.stringify({ __type: 'com.amazon.coral.service#AccessDeniedException', Message: denial }));
      return;
    }
    const { method, headers } = incoming;
    const forwarded = request(new URL(incoming.url ?? '/', database), { method, headers, agent });
    response.once('close', () => forwarded.destroy());
    const reply = new Promise<IncomingMessage>((resolve, reject) => {
      forwarded.once('response', resolve).once('error', reject);
    });
    forwarded.end(body);
    const { statusCode = 502, rawHeaders } = await reply;
    const content = await buffer(await reply);
    response.writeHead(statusCode, rawHeaders).end(content);
  };

  const server = createServer({ keepAliveTimeout: 65_000 }, (incoming, response) => {
    // Closes the connection when the call cannot be forwarded, so that the function sees a lost reply.
    forward(incoming, response).catch(() => incoming.socket.destroy());
  });
  const port = await listen(server, 0);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    close: async () => {
      agent.destroy();
      await closeServer(server, 0);
    },
  };
};
