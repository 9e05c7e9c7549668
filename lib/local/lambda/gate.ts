import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { closeServer, listen } from '../listen';
import type { LocalFunction } from '../template/template';
import { type Access, neededAccess, refusal } from './access';

/** The endpoint of DynamoDB that one function is given. */
export type Gate = { endpoint: string; close(): Promise<void> };

/** Starts a proxy between a function and the database. It refuses the calls that the policy of the function does not allow. */
export async function startGate(
  lambda: Pick<LocalFunction, 'id' | 'policy'>,
  database: string,
  onCall: (access: Access) => void = () => {},
): Promise<Gate> {
  const agent = new Agent({ keepAlive: true });

  /** Returns why a call is refused. A GET is no call: a function sends one at its start to open a connection. */
  function reasonAgainst({ method, headers }: IncomingMessage, body: Buffer): string | undefined {
    if (method === 'GET') return undefined;
    const needed = neededAccess(String(headers['x-amz-target']), JSON.parse(body.toString()));
    const reason = refusal(lambda, needed);
    if (reason === undefined) for (const access of needed) onCall(access);
    return reason;
  }

  async function pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const reason = reasonAgainst(incoming, body);
    if (reason !== undefined) {
      response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
      response.end(JSON.stringify({ __type: 'com.amazon.coral.service#AccessDeniedException', Message: reason }));
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
    response.writeHead(statusCode, rawHeaders);
    await pipeline(await reply, response);
  }

  // The function sees a database that is gone as a connection that ends.
  const server = createServer({ keepAliveTimeout: 65_000 }, (incoming, response) => {
    pass(incoming, response).catch(() => incoming.socket.destroy());
  });
  const port = await listen(server, 0);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    close: async () => {
      agent.destroy();
      await closeServer(server, 0);
    },
  };
}
