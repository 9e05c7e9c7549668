import { Agent, createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Call, neededAccess, refusal } from './access';
import { closeServer, listen } from './listen';
import type { LocalFunction } from './template';

type ProxyOptions = { endpoint: string; functions: LocalFunction[]; onCall?: (call: Call) => void };

/** Stands between functions and DynamoDB and lets through what each function's own role grants. */
export async function startProxy({ endpoint, functions, onCall }: ProxyOptions) {
  const { hostname, port } = new URL(endpoint);
  const agent = new Agent({ keepAlive: true, noDelay: true });
  const callers = new Map(functions.map((lambda) => [lambda.id, lambda]));

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const { authorization = '' } = request.headers;
    const lambda = callers.get(/Credential=([^/]+)\//.exec(authorization)?.[1] ?? '');
    if (!lambda)
      return deny(response, 'UnrecognizedClientException', 'The security token included in the request is invalid.');
    const needed = neededAccess(String(request.headers['x-amz-target']), JSON.parse(body.toString()));
    const reason = refusal(lambda, needed);
    if (reason) return deny(response, 'AccessDeniedException', reason);
    for (const pair of needed) onCall?.({ functionName: lambda.name, ...pair });
    forward(request, response, body);
  }

  function forward(request: IncomingMessage, response: ServerResponse, body: Buffer) {
    const { host: _, authorization = '', ...headers } = request.headers;
    // DynamoDB Local keeps one database per access key unless told otherwise.
    const shared = authorization.replace(/Credential=[^/]+/, 'Credential=local');
    const upstream = httpRequest(
      { agent, hostname, port, method: 'POST', path: '/', headers: { ...headers, authorization: shared } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      },
    );
    // A lost database looks to the SDK as it would in the cloud: a broken connection.
    upstream.on('error', () => response.destroy());
    response.on('close', () => upstream.destroy());
    upstream.end(body);
  }

  const server = createServer({ keepAliveTimeout: 65_000, noDelay: true }, (request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  const listening = await listen(server, 0);
  return {
    url: `http://127.0.0.1:${listening}`,
    close: async () => {
      await closeServer(server, 0);
      agent.destroy();
    },
  };
}

function deny(response: ServerResponse, type: string, text: string): void {
  response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
  response.end(JSON.stringify({ __type: `com.amazon.coral.service#${type}`, Message: text }));
}
