import { createServer } from 'node:http';
import { storedPost } from '../table';
import { dynamoDb, useEndpoint } from './endpoint';

type Reply = { readonly status: number; readonly body: object | string; readonly headers?: Record<string, string> };
export type ScriptedReply = Reply | 'never';

/** Starts a DynamoDB for each test whose replies the test makes. The client that calls it is the real one. */
export const useReplies = () => {
  let replyTo: (attempt: number) => ScriptedReply = () => 'never';
  /** Operations that were called. */
  const calls: unknown[] = [];
  const { listen, logged } = useEndpoint();
  beforeEach(async () => {
    calls.length = 0;
    // Ends the pauses between attempts at once, because each is a random part of a limit.
    jest.spyOn(Math, 'random').mockReturnValue(0);
    const server = createServer((request, response) => {
      request.resume();
      calls.push(request.headers['x-amz-target']);
      const reply = replyTo(calls.length);
      if (reply === 'never') return;
      const { status, body, headers = dynamoDb } = reply;
      response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
    });
    await listen(server);
  });
  const reply = (next: typeof replyTo) => {
    replyTo = next;
  };
  return { calls, logged, reply };
};

export const ok = (body = {}) => ({ status: 200, body: { ConsumedCapacity: { CapacityUnits: 1 }, ...body } });

export const error = (name: string, status = 400) => ({
  status,
  body: { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: 'secret' },
});

/** The stored post as DynamoDB sends it. */
export const storedAttributes = Object.fromEntries(Object.entries(storedPost).map(([name, S]) => [name, { S }]));
