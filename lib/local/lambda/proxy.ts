import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { closeServer, listen } from '../listen';
import { isRecord } from '../template/intrinsics';
import type { LocalFunction } from '../template/template';
import { accessDenial, type NeededAccess, neededAccess } from './permissions';

/** Call of a function, such as `TransactWriteItems(Put, Update)`, and the capacity units of the reply. */
export type DatabaseCall = { readonly operation: string; readonly units: number };

/** Names an operation of DynamoDB, and the kinds of writes in a transaction: `TransactWriteItems(Put, Update)`. */
const operationOf = (target: string, { TransactItems: items }: Record<string, unknown>) => {
  const name = target.slice(target.indexOf('.') + 1);
  if (!Array.isArray(items)) return name;
  const kinds = new Set(items.filter(isRecord).flatMap(Object.keys));
  return `${name}(${[...kinds].join(', ')})`;
};

/** Adds up the capacity units of a reply. */
const unitsOf = (reply: string) => {
  const { ConsumedCapacity = [] } = Object(JSON.parse(reply));
  return [ConsumedCapacity].flat().reduce((sum: number, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
};

/** Starts a proxy between a function and the database. The proxy refuses calls that the function's policy forbids. */
export const startDatabaseProxy = async (
  lambda: LocalFunction,
  database: string,
  onAccess: (access: NeededAccess) => void,
) => {
  const agent = new Agent({ keepAlive: true });
  /** Calls by the session of the instance that made them. */
  const calls = new Map<string, DatabaseCall[]>();

  const forward = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(incoming);
    const { method, headers } = incoming;
    // A GET is no call: a function sends it at its start to open a connection.
    const input = method === 'GET' ? undefined : JSON.parse(body.toString());
    const target = String(headers['x-amz-target']);
    const needed = neededAccess(target, input);
    const denial = accessDenial(lambda, needed);
    if (denial !== undefined) {
      response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
      response.end(JSON.stringify({ __type: 'com.amazon.coral.service#AccessDeniedException', Message: denial }));
      return;
    }
    const forwarded = request(new URL(incoming.url ?? '/', database), { method, headers, agent });
    response.once('close', () => forwarded.destroy());
    const reply = await new Promise<IncomingMessage>((resolve, reject) => {
      forwarded.on('response', resolve).on('error', reject).end(body);
    });
    const { statusCode = 502, rawHeaders } = reply;
    const content = await buffer(reply);
    // Only a success has units. The function judges any other reply, which may be no JSON.
    const units = input && statusCode === 200 ? unitsOf(content.toString()) : 0;
    const session = String(headers['x-amz-security-token']);
    if (input) calls.get(session)?.push({ operation: operationOf(target, input), units });
    needed.forEach(onAccess);
    response.writeHead(statusCode, rawHeaders).end(content);
  };

  const server = createServer({ keepAliveTimeout: 65_000 }, (incoming, response) => {
    // Closes the connection when the call cannot be forwarded, so that the function sees a lost reply.
    forward(incoming, response).catch(() => incoming.socket.destroy());
  });
  const port = await listen(server, 0);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    /** Returns a list that gets the calls of an instance from now on. */
    recordCalls: (session: string): readonly DatabaseCall[] => {
      const own: DatabaseCall[] = [];
      calls.set(session, own);
      return own;
    },
    close: async () => {
      agent.destroy();
      await closeServer(server, 0);
    },
  };
};
