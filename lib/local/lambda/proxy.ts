import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { closeServer, listen } from '../listen';
import { account } from '../template/intrinsics';
import { isGranted, isGrantedAnywhere } from '../template/policy';
import type { LocalFunction } from '../template/template';
import { type DatabaseCall, formatOperation, type NeededAccess, neededAccess, unitsOf } from './database-call';
import { errorReply, readCall, type ServiceCall } from './service-call';
import type { StandIns } from './stand-ins';

/** Permission that a function used in a call of AWS. */
export type GrantedCall = NeededAccess & { readonly functionName: string };
export type OnCall = (call: GrantedCall) => void;

type ProxyOptions = {
  /** Endpoint of DynamoDB. */
  readonly database: string;
  readonly standIns: StandIns;
  readonly onCall?: OnCall;
  readonly onLog: (line: string) => void;
};
type Exchange = {
  readonly incoming: IncomingMessage;
  readonly body: Buffer;
  readonly response: ServerResponse;
  readonly call: ServiceCall;
};

/** Formats AWS's refusal of a call for which a function lacks a permission. */
const formatDenial = (id: string, { action, resource }: NeededAccess) => {
  const caller = `arn:aws:sts::${account}:assumed-role/${id}/${id}`;
  return `User: ${caller} is not authorized to perform: ${action} on resource: ${resource} because no identity-based policy allows the ${action} action`;
};

/** Refuses a call, so that the function sees an error of AWS. */
const refuse = ({ response, call }: Exchange, code: string, message: string) => {
  const { type, body } = errorReply(call, code, message);
  response.writeHead(400, { 'content-type': type }).end(body);
};

/** Sends a call to an address, and returns the reply. */
const forward = async (address: string, { incoming, body, response }: Exchange, agent?: false) => {
  const { method, headers, url: path } = incoming;
  const forwarded = request(address, { method, headers, path, agent });
  response.once('close', () => forwarded.destroy());
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    forwarded.on('response', resolve).on('error', reject).end(body);
  });
  const { statusCode: status = 502, rawHeaders } = reply;
  return { status, rawHeaders, content: await buffer(reply) };
};

/**
 * Starts a proxy between a function and AWS. The proxy refuses calls that the function's policy forbids, and sends others to
 * the database or to what stands in for the service.
 */
export const startProxy = async ({ id, name, policy, isCalled }: LocalFunction, options: ProxyOptions) => {
  const { database, standIns, onCall, onLog } = options;
  /** Calls of DynamoDB by the session of the instance that made them. */
  const calls = new Map<string, DatabaseCall[]>();

  const callDatabase = async (exchange: Exchange): Promise<void> => {
    const { incoming, body, response, call } = exchange;
    // A GET is no call: a function sends it at its start to open a connection.
    const input = incoming.method === 'GET' ? undefined : JSON.parse(body.toString());
    const needed = neededAccess(call.operation, input);
    const missing = needed.find(({ action, resource }) => !isGranted(policy, action, resource));
    if (missing) return refuse(exchange, 'AccessDeniedException', formatDenial(id, missing));
    const { status, rawHeaders, content } = await forward(database, exchange);
    // Only a success has units. The function judges any other reply, which may be no JSON.
    const units = input && status === 200 ? unitsOf(content.toString()) : 0;
    const session = String(incoming.headers['x-amz-security-token']);
    if (input) calls.get(session)?.push({ operation: formatOperation(call.operation, input), units });
    for (const access of needed) onCall?.({ functionName: name, ...access });
    response.writeHead(status, rawHeaders).end(content);
  };

  const callService = async (exchange: Exchange): Promise<void> => {
    const { service, action } = exchange.call;
    const access = { action, resource: '*' };
    if (!isGrantedAnywhere(policy, action)) {
      const place = isCalled ? '"grants" of the route' : 'the role of the function';
      onLog(`may not call ${action.replace(/:\*$/, '')}; add the action to ${place}`);
      return refuse(exchange, 'AccessDeniedException', formatDenial(id, access));
    }
    const [address, variable] = [standIns.addressOf(service), standIns.variableOf(service)];
    const remedy = `give its address by npm start -- --env ${variable}=http://…`;
    if (!address) return refuse(exchange, 'NoStandIn', `Nothing stands in for ${service} here: ${remedy}`);
    // Opens a connection for each call, because the other side may close a kept one at any time.
    const reply = await forward(address, exchange, false).catch(() => undefined);
    if (!reply) return refuse(exchange, 'NoStandIn', `Nothing that stands in for ${service} answers at ${address}`);
    onCall?.({ functionName: name, ...access });
    exchange.response.writeHead(reply.status, reply.rawHeaders).end(reply.content);
  };

  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(incoming);
    const call = readCall(incoming, body);
    const exchange = { incoming, body, response, call };
    await (call.service === 'dynamodb' ? callDatabase(exchange) : callService(exchange));
  };
  const server = createServer({ keepAliveTimeout: 65_000 }, (incoming, response) => {
    // Closes the connection when the call cannot be forwarded, so that the function sees a lost reply.
    answer(incoming, response).catch(() => incoming.socket.destroy());
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
