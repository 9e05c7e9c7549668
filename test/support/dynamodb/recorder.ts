import { createServer, request as httpRequest } from 'node:http';
import { closeServer, listen } from '../../../lib/local/listen';
import { dynamoDb } from './endpoint';

type Recorded = Readonly<Record<'target' | 'type' | 'path' | 'signer', string>> & { readonly input: unknown };
type Reply = { readonly status: number; readonly body: string; readonly headers?: Record<string, string> };
/** A connection that is closed before the reply, or in the middle of it. */
type Break = 'reset' | 'cut';

/** Starts a server that records requests and forwards them to a DynamoDB, or replies itself after `setReply`. */
export const startRecorder = async (endpoint: string) => {
  const asked: Recorded[] = [];
  let reply: Reply | Break | undefined;
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const { method, url, headers } = request;
    asked.push({
      target: String(headers['x-amz-target']),
      type: headers['content-type'] ?? '',
      path: `${method} ${url}`,
      signer: headers.authorization?.split('/')[0] ?? '',
      input: JSON.parse(body.toString()),
    });
    if (reply === 'reset') return request.socket.resetAndDestroy();
    if (reply === 'cut') return response.writeHead(200, dynamoDb).write('{', () => request.socket.destroy());
    if (reply) {
      const all = { ...dynamoDb, 'x-amzn-requestid': 'one', ...reply.headers };
      return response.writeHead(reply.status, all).end(reply.body);
    }
    const { hostname, port } = new URL(endpoint);
    return httpRequest({ hostname, port, path: '/', method, headers }, (forwarded) => {
      response.writeHead(forwarded.statusCode ?? 500, forwarded.headers);
      forwarded.pipe(response);
    }).end(body);
  });
  const url = `http://127.0.0.1:${await listen(server, 0)}`;
  return {
    url,
    asked,
    setReply: (next?: Reply | Break) => {
      reply = next;
    },
    close: () => closeServer(server, 0),
  };
};
