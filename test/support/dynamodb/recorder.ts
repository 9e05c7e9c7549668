import { createServer, request as httpRequest } from 'node:http';
import { closeServer, listen } from '../../../lib/local/listen';

const dynamoDb = { 'content-type': 'application/x-amz-json-1.0' };

export type ScriptedReply =
  | { readonly status: number; readonly body: object | string; readonly headers?: Record<string, string> }
  /** A connection that is closed before the reply, and a reply that never begins. */
  | 'reset'
  | 'never';
/** Makes the reply to an attempt. An attempt without one goes to DynamoDB. */
type ReplyTo = (attempt: number) => ScriptedReply | undefined | Promise<ScriptedReply | undefined>;

/** Starts a server that records requests and forwards them to a DynamoDB, or replies itself after `setReply`. */
export const startRecorder = async (endpoint = '') => {
  const asked: object[] = [];
  let replyTo: ReplyTo | undefined;
  const server = createServer(async (request, response) => {
    const sent = Buffer.concat(await request.toArray());
    const { method, url, headers } = request;
    const { 'content-type': type, 'x-amz-target': target, authorization } = headers;
    const [signer] = authorization?.split('/') ?? [];
    asked.push({ target, type, path: `${method} ${url}`, signer, input: JSON.parse(sent.toString()) });
    const reply = await replyTo?.(asked.length);
    if (reply === 'never') return undefined;
    if (reply === 'reset') return request.socket.resetAndDestroy();
    if (reply) {
      const { status, body } = reply;
      response.writeHead(status, { ...dynamoDb, ...reply.headers });
      return response.end(typeof body === 'string' ? body : JSON.stringify(body));
    }
    return httpRequest(endpoint, { method, headers }, (forwarded) => {
      response.writeHead(forwarded.statusCode ?? 500, forwarded.headers);
      forwarded.pipe(response);
    }).end(sent);
  });
  const url = `http://127.0.0.1:${await listen(server, 0)}`;
  const setReply = (next?: ReplyTo) => {
    replyTo = next;
  };
  return { url, asked, setReply, close: () => closeServer(server, 0) };
};

/** Makes the reply with an error of DynamoDB. */
export const errorReply = (name: string, status = 400, members = {}) => ({
  status,
  body: { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: 'secret', ...members },
});
