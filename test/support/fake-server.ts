import { createServer, type IncomingHttpHeaders } from 'node:http';
import { closeServer, listen } from '../../lib/local/listen';
import { sendLine } from '../../lib/verify/http';

/** Request that a fake server has got. */
export type FakeRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
};

export type FakeReply =
  | { readonly status: number; readonly body: object | string; readonly headers?: Record<string, string> }
  /** A status of API Gateway itself. */
  | number
  /** A connection that ends before the target gets the request, or after it, and a reply that never begins. */
  | 'reset'
  | 'lost'
  | 'never';

/** Makes the reply to a request, counted from 1. A request without one goes to the target. */
type ReplyTo = (count: number, request: FakeRequest) => FakeReply | undefined | Promise<FakeReply | undefined>;

/** Starts a server that keeps its requests, and forwards them to a target or replies itself, as DynamoDB does. */
export const startFakeServer = async (target: () => string = () => '', first: ReplyTo = () => undefined) => {
  const requests: FakeRequest[] = [];
  let replyTo = first;
  const server = createServer(async (incoming, response) => {
    const { method = '', url: path = '', headers, socket } = incoming;
    const body = Buffer.concat(await incoming.toArray());
    const request = { method, path, headers, text: body.toString() };
    const reply = await replyTo(requests.push(request), request);
    if (reply === 'never') return;
    if (reply === 'reset') return void socket.resetAndDestroy();
    if (typeof reply === 'number')
      return void response.writeHead(reply, { 'content-type': 'application/json' }).end('{"message":"Later"}');
    if (typeof reply === 'object') {
      response.writeHead(reply.status, { 'content-type': 'application/x-amz-json-1.0', ...reply.headers });
      return void response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body));
    }
    const forwarded = await sendLine(target(), `${method} ${path}`, { headers, body });
    if (reply === 'lost') return void socket.destroy();
    response.writeHead(forwarded.status, forwarded.headers).end(forwarded.bytes);
  });
  // Lets the process end. Without this, Jest would wait for connections to a server that test/stand-ins.ts starts.
  server.unref().on('connection', (socket) => socket.unref());
  const url = `http://127.0.0.1:${await listen(server, 0)}`;
  /** Changes the replies from now on. */
  const setReply = (next: ReplyTo = () => undefined) => {
    replyTo = next;
  };
  return { url, requests, setReply, close: () => closeServer(server, 0) };
};

/** Makes the reply with an error of DynamoDB. */
export const errorReply = (name: string, status = 400, members = {}) => ({
  status,
  body: { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: 'secret', ...members },
});
