import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { closeServer, listen } from '../listen';
import { account, isRecord, tableArn } from '../template/intrinsics';
import { isGranted } from '../template/policy';
import type { LocalFunction } from '../template/template';

/** Call of a function, such as `TransactWriteItems(Put, Update)`, and the capacity units of the reply. */
export type DatabaseCall = { readonly operation: string; readonly units: number };

/** Formats an operation, and the kinds of writes in a transaction: `TransactWriteItems(Put, Update)`. */
const formatOperation = (operation: string, { TransactItems: items }: Record<string, unknown>) => {
  if (!Array.isArray(items)) return operation;
  const kinds = new Set(items.filter(isRecord).flatMap(Object.keys));
  return `${operation}(${[...kinds].join(', ')})`;
};

const unitsOf = (reply: string) => {
  const { ConsumedCapacity = [] } = Object(JSON.parse(reply));
  return [ConsumedCapacity].flat().reduce((sum: number, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
};

/** Permission that a function used in a call of DynamoDB. */
export type GrantedCall = ReturnType<typeof accessTo> & { readonly functionName: string };
export type OnCall = (call: GrantedCall) => void;

const accessTo = (operation: string, table: unknown, index?: unknown) => ({
  action: `dynamodb:${operation}`,
  resource: table === undefined ? '*' : `${tableArn(String(table))}${index ? `/index/${index}` : ''}`,
});

const neededAccess = (operation: string, request: unknown) => {
  if (!isRecord(request)) return [];
  const { TransactItems: items, RequestItems: tables, TableName: table, IndexName: index } = request;
  if (operation.startsWith('Batch') && isRecord(tables))
    return Object.keys(tables).map((name) => accessTo(operation, name));
  if (!operation.startsWith('Transact') || !Array.isArray(items)) return [accessTo(operation, table, index)];
  const writes = items.flatMap((item) => Object.entries(Object(item)));
  return writes.map(([kind, member]) => accessTo(`${kind}Item`, Object(member).TableName));
};

/** Builds AWS's refusal of a call for which a function lacks a permission. */
const accessDenial = (id: string, { action, resource }: ReturnType<typeof accessTo>) => {
  const caller = `arn:aws:sts::${account}:assumed-role/${id}/${id}`;
  const Message = `User: ${caller} is not authorized to perform: ${action} on resource: ${resource} because no identity-based policy allows the ${action} action`;
  return { __type: 'com.amazon.coral.service#AccessDeniedException', Message };
};

/** Starts a proxy between a function and the database. The proxy refuses calls that the function's policy forbids. */
export const startDatabaseProxy = async ({ id, name, policy }: LocalFunction, database: string, onCall?: OnCall) => {
  /** Calls by the session of the instance that made them. */
  const calls = new Map<string, DatabaseCall[]>();

  const forward = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(incoming);
    const { method, headers } = incoming;
    // A GET is no call: a function sends it at its start to open a connection.
    const input = method === 'GET' ? undefined : JSON.parse(body.toString());
    const operation = String(headers['x-amz-target']).replace(/^.*\./, '');
    const needed = neededAccess(operation, input);
    const missing = needed.find(({ action, resource }) => !isGranted(policy, action, resource));
    if (missing) {
      response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
      response.end(JSON.stringify(accessDenial(id, missing)));
      return;
    }
    const forwarded = request(new URL(incoming.url ?? '/', database), { method, headers });
    response.once('close', () => forwarded.destroy());
    const reply = await new Promise<IncomingMessage>((resolve, reject) => {
      forwarded.on('response', resolve).on('error', reject).end(body);
    });
    const { statusCode = 502, rawHeaders } = reply;
    const content = await buffer(reply);
    // Only a success has units. The function judges any other reply, which may be no JSON.
    const units = input && statusCode === 200 ? unitsOf(content.toString()) : 0;
    const session = String(headers['x-amz-security-token']);
    if (input) calls.get(session)?.push({ operation: formatOperation(operation, input), units });
    for (const access of needed) onCall?.({ functionName: name, ...access });
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
    close: () => closeServer(server, 0),
  };
};
