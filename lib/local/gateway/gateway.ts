import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FunctionRunner } from '../lambda/function';
import type { DatabaseCall } from '../lambda/proxy';
import { closeServer, listen } from '../listen';
import type { LocalTemplate } from '../template/template';
import { readBody } from './body';
import { isPreflight, preflightHeaders, responseHeaders } from './cors';
import { type ReceivedRequest, randomHex, readHeaders, readTarget, toEvent } from './event';
import {
  type GatewayResponse,
  MAX_PAYLOAD_BYTES,
  messageResponse,
  refuseBytes,
  refuseHost,
  sendResponse,
  toResponse,
} from './response';
import { createRouter } from './router';

/** Request and its response, for the log. */
export type ServedRequest = {
  readonly method: string;
  readonly target: string;
  readonly status: number;
  readonly body: string | Buffer;
  readonly calls?: readonly DatabaseCall[];
  readonly durationMs: number;
};
type GatewayOptions = {
  readonly port: number;
  readonly template: LocalTemplate;
  /** Pools by the logical id of the function. */
  readonly pools: ReadonlyMap<string, FunctionRunner>;
  readonly onRequest?: (request: ServedRequest) => void;
  readonly onLog?: (line: string) => void;
};

const MAX_HEADER_BYTES = 10_240;

/** Parses a request. Returns a response when the gateway refuses the request. */
const receive = (
  request: IncomingMessage,
  ids: Pick<ReceivedRequest, 'requestId' | 'apiId'>,
): ReceivedRequest | GatewayResponse => {
  const { method = 'GET', url = '/', rawHeaders } = request;
  const bytes = rawHeaders.reduce((sum, text) => sum + Buffer.byteLength(text) + 2, method.length + url.length + 11);
  if (bytes > MAX_HEADER_BYTES) return messageResponse(431, 'Request Header Fields Too Large');
  const target = readTarget(url);
  const { headers, cookies } = readHeaders(rawHeaders);
  if (!target || !/^[\w.\-[\]:]+$/.test(headers.host ?? '')) return messageResponse(400, 'Bad Request');
  return refuseHost(headers.host ?? '') ?? { request, ...ids, target, headers, cookies };
};

/** Invokes a function. Responds with 503 after the timeout of the integration, and with 500 when the function fails. */
const invoke = async (pool: FunctionRunner, event: string, timeoutMs: number): Promise<GatewayResponse> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<GatewayResponse>((resolve) => {
    timer = setTimeout(() => resolve(messageResponse(503, 'Service Unavailable')), timeoutMs);
  });
  // Drops the error of a function, because the instance has logged the error.
  const result = pool.invoke(event).then(
    ({ json, calls }) => {
      const made = toResponse(json);
      return made && { ...made, calls };
    },
    () => undefined,
  );
  const response = await Promise.race([timeout, result]);
  clearTimeout(timer);
  return response ?? messageResponse(500, 'Internal Server Error');
};

/** Starts an HTTP server on 127.0.0.1 that treats requests as an HTTP API of API Gateway does. */
export const startGateway = async ({ port, template, pools, onRequest, onLog = () => {} }: GatewayOptions) => {
  const findRoute = createRouter(template.routes);
  // Loads jose only when a route has an authorizer.
  const hasAuthorizer = template.routes.some(({ authorizer }) => authorizer);
  const authorize = hasAuthorizer ? (await import('./authorizer')).startAuthorizer(onLog) : undefined;

  const respond = async (received: ReceivedRequest): Promise<GatewayResponse> => {
    const { request, target, headers } = received;
    if (template.cors && isPreflight(request.method, headers)) {
      return { status: 204, headers: preflightHeaders(template.cors, headers.origin ?? ''), body: '' };
    }
    const match = findRoute(request.method ?? 'GET', target.path);
    if (!match) return messageResponse(404, 'Not Found');
    const pool = match.route.isPermitted ? pools.get(match.route.functionId) : undefined;
    if (!pool) return messageResponse(500, 'Internal Server Error');
    const { authorizer } = match.route;
    const authorized = authorizer && (await authorize?.(authorizer, headers.authorization));
    if (authorized && 'status' in authorized) return authorized;
    const body = await readBody(request);
    const event = body && JSON.stringify(toEvent(received, { ...match, authorizer: authorized }, body));
    // Refuses large events, too: a body of 4.5 MB reaches the limit as base64.
    if (event === undefined || Buffer.byteLength(event) > MAX_PAYLOAD_BYTES)
      return messageResponse(413, 'Request Entity Too Large');
    return invoke(pool, event, match.route.timeoutMs);
  };

  /** Replaces the CORS headers of a function by those of the gateway. */
  const withCors = (received: ReceivedRequest, response: GatewayResponse): GatewayResponse => {
    const { cors } = template;
    if (!cors || isPreflight(received.request.method, received.headers)) return response;
    const kept = Object.entries(response.headers).filter(([name]) => !name.startsWith('access-control-'));
    const { vary, ...added } = responseHeaders(cors, received.headers.origin);
    const headers = { ...Object.fromEntries(kept), ...added };
    if (vary && !/\borigin\b/i.test(String(headers.vary))) headers.vary = [headers.vary ?? [], vary].flat().join(', ');
    return { ...response, headers };
  };

  const handle = async (request: IncomingMessage, outgoing: ServerResponse) => {
    const startedMs = performance.now();
    const requestId = Buffer.from(randomHex(22), 'hex').toString('base64');
    const { method = 'GET', url = '/' } = request;
    const received = receive(request, { requestId, apiId: template.apiId });
    const response = 'status' in received ? received : withCors(received, await respond(received));
    sendResponse(outgoing, response, requestId);
    const [status, durationMs] = [outgoing.statusCode, performance.now() - startedMs];
    const { body, calls } = response;
    onRequest?.({ method, target: url, status, body, calls, durationMs });
  };

  // Limits only the memory of Node's parser. `receive` responds with 431 far below this limit.
  const limits = { maxHeaderSize: 65_536, requireHostHeader: false, keepAliveTimeout: 65_000 };
  const busySockets = new WeakSet<Duplex>();
  const server = createServer(limits, (request, outgoing) => {
    busySockets.add(request.socket);
    outgoing.on('close', () => busySockets.delete(request.socket));
    handle(request, outgoing).catch(() => outgoing.destroy());
  });
  server.on('clientError', (error, socket) => {
    // Sends nothing during a request, because the client would take the bytes for the response to this request.
    if (busySockets.has(socket)) socket.destroy();
    else refuseBytes(error, socket);
  });
  return { url: `http://127.0.0.1:${await listen(server, port)}`, close: () => closeServer(server) };
};
