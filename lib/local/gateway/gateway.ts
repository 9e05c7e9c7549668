import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Pool } from '../lambda/workers';
import { closeServer, listen } from '../listen';
import type { Template } from '../template/template';
import { type Answer, message, payloadLimitBytes, toAnswer } from './answer';
import { readBody } from './body';
import { answerHeaders, isPreflight, preflightHeaders } from './cors';
import { type Received, readHeaders, readTarget, toEvent } from './event';
import { refuseHost } from './host';
import { randomHex } from './random';
import { type Match, router } from './routing';

export type RequestLine = { method: string; target: string; status: number; durationMs: number; routeKey?: string };
type Options = {
  port: number;
  template: Template;
  pools: Map<string, Pool>;
  hostNames?: readonly string[];
  onRequest?: (line: RequestLine) => void;
  onLog?: (line: string) => void;
};

type Ids = Pick<Received, 'requestId' | 'apiId'>;
const headerLimitBytes = 10_240;

/** An HTTP server on 127.0.0.1 that treats a request as an API Gateway HTTP API would. */
export async function startGateway({ port, template, pools, hostNames = [], onRequest, onLog = () => {} }: Options) {
  const findRoute = router(template.routes);
  // jose is loaded only where there are tokens to be looked at.
  const hasGuards = template.routes.some(({ guard }) => guard);
  const admit = hasGuards ? (await import('./guard')).startGuards(onLog) : undefined;

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const startedMs = performance.now();
    const requestId = Buffer.from(randomHex(22), 'hex').toString('base64');
    const { method = 'GET', url = '/' } = request;
    const received = receive(request, { requestId, apiId: template.apiId }, hostNames);
    const match = 'status' in received ? undefined : findRoute(method, received.target.path);
    const answer = 'status' in received ? received : withCors(received, await reply(received, match));
    send(response, answer, requestId);
    onRequest?.({
      method,
      target: url,
      status: response.statusCode,
      durationMs: performance.now() - startedMs,
      routeKey: match?.route.routeKey,
    });
  }

  async function reply(received: Received, match: Match | undefined): Promise<Answer> {
    const { request, headers } = received;
    if (template.cors && isPreflight(request.method, headers)) {
      return { status: 204, headers: preflightHeaders(template.cors, headers.origin ?? ''), body: '' };
    }
    if (!match) return message(404, 'Not Found');
    const pool = match.route.isPermitted ? pools.get(match.route.functionId) : undefined;
    if (!pool) return message(500, 'Internal Server Error');
    const { guard } = match.route;
    const admitted = guard && (await admit?.(guard, headers.authorization));
    if (admitted && 'status' in admitted) return admitted;
    const body = await readBody(request);
    const event = body && JSON.stringify(toEvent(received, { ...match, authorizer: admitted }, body));
    // Base64 makes 4.5 MB of body reach the limit of an event.
    if (event === undefined || Buffer.byteLength(event) > payloadLimitBytes)
      return message(413, 'Request Entity Too Large');
    return invoke(pool, event, match.route.timeoutMs);
  }

  function withCors(received: Received, answer: Answer): Answer {
    const { cors } = template;
    if (!cors || isPreflight(received.request.method, received.headers)) return answer;
    const own = Object.entries(answer.headers).filter(([name]) => !name.startsWith('access-control-'));
    const { vary, ...added } = answerHeaders(cors, received.headers.origin);
    const headers = { ...Object.fromEntries(own), ...added };
    if (vary) headers.vary = [headers.vary ?? [], vary].flat().join(', ');
    return { ...answer, headers };
  }

  // Our own check of the size answers 431; the parser's limit only bounds memory.
  const limits = { maxHeaderSize: 65_536, requireHostHeader: false, keepAliveTimeout: 65_000 };
  const answering = new WeakSet<Duplex>();
  const server = createServer(limits, (request, response) => {
    answering.add(request.socket);
    response.on('close', () => answering.delete(request.socket));
    handle(request, response).catch(() => response.destroy());
  });
  server.on('clientError', (error, socket) => {
    // Said now, it would be taken for the answer to the request that is still under way.
    if (answering.has(socket)) socket.destroy();
    else refuse(error, socket);
  });
  return { url: `http://127.0.0.1:${await listen(server, port)}`, close: () => closeServer(server) };
}

/** The request taken apart, or the gateway's refusal. */
function receive(request: IncomingMessage, ids: Ids, hostNames: readonly string[]): Received | Answer {
  const { method = 'GET', url = '/', rawHeaders } = request;
  const bytes = rawHeaders.reduce((sum, text) => sum + Buffer.byteLength(text) + 2, method.length + url.length + 11);
  if (bytes > headerLimitBytes) return message(431, 'Request Header Fields Too Large');
  const target = readTarget(url);
  const { headers, cookies } = readHeaders(rawHeaders);
  if (!target || !/^[\w.\-[\]:]+$/.test(headers.host ?? '')) return message(400, 'Bad Request');
  return refuseHost(headers.host ?? '', hostNames) ?? { request, ...ids, target, headers, cookies };
}

async function invoke(pool: Pool, event: string, timeoutMs: number): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<Answer>((resolve) => {
    timer = setTimeout(() => resolve(message(503, 'Service Unavailable')), timeoutMs);
  });
  // A function that throws has logged why; the client learns only that it failed.
  const result = pool.invoke(event).then(usable, () => undefined);
  const answer = await Promise.race([limit, result]);
  clearTimeout(timer);
  return answer ?? message(500, 'Internal Server Error');
}

function usable(json: string): Answer | undefined {
  return Buffer.byteLength(json) > payloadLimitBytes ? undefined : toAnswer(json);
}

function send(response: ServerResponse, answer: Answer, requestId: string): void {
  const { status, body } = answer;
  const hasBody = status !== 204 && status !== 304;
  const bytes = Buffer.byteLength(body);
  const length = bytes > 0 ? bytes : (answer.headers['content-length'] ?? 0);
  const { 'content-length': _, ...headers } = answer.headers;
  const isHead = response.req.method === 'HEAD';
  if (hasBody) headers['content-length'] = String(isHead ? length : bytes);
  try {
    response.writeHead(status, { ...headers, 'apigw-requestid': requestId });
  } catch {
    // A header that HTTP cannot carry makes the whole answer unusable.
    send(response, message(500, 'Internal Server Error'), requestId);
    return;
  }
  response.end(hasBody && !isHead ? body : undefined);
}

/** Answers what the HTTP parser refused; there is no request to speak of yet. */
function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const [status, text] =
    error.code === 'HPE_HEADER_OVERFLOW' ? [431, 'Request Header Fields Too Large'] : [400, 'Bad Request'];
  const body = JSON.stringify({ message: text });
  socket.end(
    `HTTP/1.1 ${status} ${text}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  );
}
