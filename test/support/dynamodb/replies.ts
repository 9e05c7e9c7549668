import { createServer, type IncomingHttpHeaders } from 'node:http';
import { storedPost } from '../table';
import { dynamoDb, useEndpoint } from './endpoint';

/** Members of a command that a test reads. */
type Input = {
  readonly Item?: Record<string, object>;
  readonly ExpressionAttributeValues?: Record<string, object>;
  readonly ClientRequestToken?: string;
};
export type ScriptedReply =
  | { readonly status: number; readonly body: object | string; readonly headers?: Record<string, string> }
  /** A connection that is closed before the reply, and a reply that never begins or never ends. */
  | 'lost'
  | 'never'
  | 'begun';
/** Makes the reply to an attempt. */
type ReplyTo = (attempt: number, input: Input, operation: string) => ScriptedReply;

/** Starts a DynamoDB for each test whose replies the test makes. The client that calls it is the real one. */
export const useReplies = () => {
  let replyTo: ReplyTo = () => 'never';
  const calls: { readonly headers: IncomingHttpHeaders; readonly input: Input }[] = [];
  const { listen, logged } = useEndpoint();
  beforeEach(async () => {
    calls.length = 0;
    // Ends the pauses between attempts at once, because each is a random part of a limit.
    jest.spyOn(Math, 'random').mockReturnValue(0);
    const server = createServer(async (request, response) => {
      const input: Input = JSON.parse(Buffer.concat(await request.toArray()).toString());
      calls.push({ headers: request.headers, input });
      const reply = replyTo(calls.length, input, String(request.headers['x-amz-target']));
      if (reply === 'lost') return request.socket.destroy();
      if (reply === 'begun') return response.writeHead(200, dynamoDb).write('{');
      if (reply === 'never') return undefined;
      const { status, body, headers = dynamoDb } = reply;
      return response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
    });
    await listen(server);
  });
  const reply = (next: ReplyTo) => {
    replyTo = next;
  };
  return { calls, logged, reply };
};

export const ok = (body = {}): ScriptedReply => ({
  status: 200,
  body: { ConsumedCapacity: { CapacityUnits: 1 }, ...body },
});

export const error = (name: string, status = 400, rest = {}): ScriptedReply => ({
  status,
  body: { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: 'secret', ...rest },
});

/** The stored post as DynamoDB sends it. */
export const storedAttributes = Object.fromEntries(Object.entries(storedPost).map(([name, S]) => [name, { S }]));
