import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { FunctionRunner } from '../lambda/function';
import { closeServer, listen } from '../listen';
import type { MappingRunner } from '../streams/mapping';
import type { LocalTemplate } from '../template/template';
import { withCors } from './cors';
import { MAX_PAYLOAD_BYTES, type ReceivedRequest, receiveRequest, toEvent } from './event';
import { invokeDirectly } from './invocation';
import { answerMappings } from './mappings';
import { type GatewayResponse, messageResponse, refuseHost, sendResponse, serverError, toResponse } from './response';
import { createRouter } from './router';

/** Request and its response, for the log. */
export type ServedRequest = Omit<GatewayResponse, 'headers'> & {
  readonly method: string;
  readonly target: string;
  readonly durationMs: number;
};
type GatewayOptions = {
  readonly port: number;
  readonly template: LocalTemplate;
  /** Pools by the logical id of the function. */
  readonly pools: ReadonlyMap<string, FunctionRunner>;
  readonly mappings: readonly MappingRunner[];
  readonly onRequest?: (request: ServedRequest) => void;
  readonly onLog: (line: string) => void;
};

const MAX_HEADER_BYTES = 10_240;
const MAX_BODY_BYTES = 10 * 1024 * 1024;

const refuse = ({ request, path, headers: { host = '' } }: ReceivedRequest): GatewayResponse | undefined => {
  const { method = 'GET', url = '/', rawHeaders } = request;
  const bytes = rawHeaders.reduce((sum, text) => sum + Buffer.byteLength(text) + 2, method.length + url.length + 11);
  if (bytes > MAX_HEADER_BYTES) return messageResponse(431, 'Request Header Fields Too Large');
  if (path === '' || !/^[\w.\-[\]:]+$/.test(host)) return messageResponse(400, 'Bad Request');
  return refuseHost(host);
};

/** Invokes a function. Responds with 503 after the timeout of the integration, and with 500 when the function fails. */
const invoke = async (pool: FunctionRunner, event: string, timeoutMs: number): Promise<GatewayResponse> => {
  const ended = new AbortController();
  const timeout = delay(timeoutMs, messageResponse(503, 'Service Unavailable'), { signal: ended.signal });
  const response = pool
    .invoke(event)
    .then(({ json, calls }) => (json === undefined ? serverError : { ...toResponse(json), calls }));
  return Promise.race([timeout, response]).finally(() => ended.abort());
};

/** Starts an HTTP server on 127.0.0.1 that treats requests as an HTTP API of API Gateway does. */
export const startGateway = async ({ port, template, pools, mappings, onRequest, onLog }: GatewayOptions) => {
  const findRoute = createRouter(template.routes);
  // Loads jose only when a route has an authorizer.
  const hasAuthorizer = template.routes.some(({ authorizer }) => authorizer);
  const authorize = hasAuthorizer ? (await import('./authorizer')).startAuthorizer(onLog) : undefined;

  const invokeRoute = async (received: ReceivedRequest): Promise<GatewayResponse> => {
    const { request, path, headers } = received;
    const match = findRoute(request.method ?? 'GET', path);
    if (!match) return messageResponse(404, 'Not Found');
    const pool = match.route.isPermitted ? pools.get(match.route.functionId) : undefined;
    if (!pool) return serverError;
    const { authorizer } = match.route;
    const authorized = authorizer && (await authorize?.(authorizer, headers.authorization));
    if (authorized && 'status' in authorized) return authorized;
    const tooLarge = messageResponse(413, 'Request Entity Too Large');
    if (Number(headers['content-length']) > MAX_BODY_BYTES) return tooLarge;
    const event = JSON.stringify(toEvent(received, { ...match, authorizer: authorized }, await buffer(request)));
    // Refuses large events, too: a body of 4.5 MB reaches the limit as base64.
    return Buffer.byteLength(event) > MAX_PAYLOAD_BYTES ? tooLarge : invoke(pool, event, match.route.timeoutMs);
  };

  const respond = async (received: ReceivedRequest): Promise<GatewayResponse> => {
    const { cors } = template;
    if (!cors) return invokeRoute(received);
    // Answers OPTIONS only if no route takes it. The developer guide (http-api-cors) says that `$default` does.
    const isTaken = received.request.method !== 'OPTIONS' || findRoute('OPTIONS', received.path);
    const response = isTaken ? await invokeRoute(received) : { status: 204, headers: {}, body: '' };
    return { ...response, headers: withCors(cors, received, response.headers) };
  };

  const handle = async (request: IncomingMessage, outgoing: ServerResponse) => {
    const startedMs = performance.now();
    const received = receiveRequest(request, template.apiId);
    const response =
      refuse(received) ??
      (await invokeDirectly(received, template.functions, pools)) ??
      (await answerMappings(received, mappings)) ??
      (await respond(received));
    sendResponse(outgoing, response, received.requestId);
    const { method = 'GET', url: target = '/' } = request;
    const durationMs = performance.now() - startedMs;
    onRequest?.({ ...response, status: outgoing.statusCode, method, target, durationMs });
  };

  // `refuse` responds with 431 far below the limit of Node's parser.
  const limits = { maxHeaderSize: 1_048_576, requireHostHeader: false, keepAliveTimeout: 65_000 };
  const server = createServer(limits, (request, outgoing) => {
    handle(request, outgoing).catch(() => outgoing.destroy());
  });
  return { url: `http://127.0.0.1:${await listen(server, port)}`, close: () => closeServer(server) };
};
