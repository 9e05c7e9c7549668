import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dynamoDb } from './endpoint';

export type Recorded = {
  readonly target: string;
  readonly type: string;
  readonly path: string;
  readonly input: unknown;
};
type Answer = { readonly status: number; readonly body: string; readonly headers?: Record<string, string> };
/** A connection that is closed before the reply, or in the middle of it. */
type Break = 'reset' | 'cut';

/** Writes down what is asked of a DynamoDB; where it is told an answer, it gives that one itself. */
export const startRecorder = async (endpoint: string) => {
  const asked: Recorded[] = [];
  let told: Answer | Break | undefined;
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const { 'x-amz-target': target, 'content-type': type = '' } = request.headers;
    asked.push({
      target: String(target),
      type,
      path: `${request.method} ${request.url}`,
      input: JSON.parse(body.toString()),
    });
    if (told === 'reset') return request.socket.resetAndDestroy();
    if (told === 'cut') return response.writeHead(200, dynamoDb).write('{', () => request.socket.destroy());
    if (told) {
      const headers = { ...dynamoDb, 'x-amzn-requestid': 'one', ...told.headers };
      return response.writeHead(told.status, headers).end(told.body);
    }
    const { hostname, port } = new URL(endpoint);
    const { method, headers } = request;
    return httpRequest({ hostname, port, path: '/', method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    }).end(body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    tell: (answer?: Answer | Break) => {
      told = answer;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
