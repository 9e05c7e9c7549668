import type { ServerResponse } from 'node:http';
import type { DatabaseCall } from '../lambda/database-call';
import { isRecord } from '../template/intrinsics';
import { MAX_PAYLOAD_BYTES } from './event';

/** Response of the gateway. `headers` has a list for Set-Cookie, because each cookie is a header of its own. */
export type GatewayResponse = {
  readonly status: number;
  readonly headers: Record<string, string | string[]>;
  readonly body: string | Buffer;
  /** Calls of DynamoDB by the function that made the response. */
  readonly calls?: readonly DatabaseCall[];
};

const droppedHeaders = /^(connection|keep-alive|transfer-encoding|upgrade|content-length|apigw-requestid)$/i;

/** Builds a response with the body that API Gateway itself sends: `{"message": …}`. */
export const messageResponse = (status: number, message: string, headers = {}): GatewayResponse => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify({ message }),
});

export const serverError = messageResponse(500, 'Internal Server Error');

/**
 * Converts the result of a function by the rules of payload format 2.0. A result without a `statusCode` is the body of
 * a 200. A result that is malformed, or over Lambda's maximum, becomes a 500.
 */
export const toResponse = (json: string): GatewayResponse => {
  if (Buffer.byteLength(json) > MAX_PAYLOAD_BYTES) return serverError;
  const result: unknown = JSON.parse(json);
  if (!isRecord(result) || result.statusCode === undefined) {
    const body = typeof result === 'string' ? result : json;
    return { status: 200, headers: { 'content-type': 'application/json' }, body };
  }
  const { statusCode, headers = {}, cookies = [], body = '', isBase64Encoded = false } = result;
  if (typeof statusCode !== 'number' || !Number.isInteger(statusCode) || statusCode < 200 || statusCode > 599)
    return serverError;
  if (typeof body !== 'string' || !isRecord(headers) || !Array.isArray(cookies)) return serverError;
  const response: GatewayResponse = {
    status: statusCode,
    headers: {},
    // Keeps text as a string, because Node sends a string together with the head in one write.
    body: isBase64Encoded === true ? Buffer.from(body, 'base64') : body,
  };
  for (const [name, value] of Object.entries(headers)) {
    if (!['string', 'number', 'boolean'].includes(typeof value)) return serverError;
    if (!droppedHeaders.test(name)) response.headers[name.toLowerCase()] = String(value);
  }
  if (body !== '') response.headers['content-type'] ??= 'text/plain; charset=utf-8';
  if (cookies.length > 0) response.headers['set-cookie'] = cookies.map(String);
  return response;
};

/** Sends a response to the client. `outgoing` is Node's side of the connection. */
export const sendResponse = (outgoing: ServerResponse, response: GatewayResponse, id: string): ServerResponse => {
  const { status, headers, body } = response;
  const length = status === 204 || status === 304 ? {} : { 'content-length': Buffer.byteLength(body) };
  try {
    outgoing.writeHead(status, { ...headers, ...length, 'apigw-requestid': id });
  } catch {
    // Node refuses a header that HTTP cannot carry. The whole response becomes a 500 then.
    return sendResponse(outgoing, serverError, id);
  }
  // Node sends no body in a response to HEAD.
  return outgoing.end(body);
};

const LOCAL_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Refuses a Host header that does not name this machine. Any port is allowed. Without the refusal, a page in a browser
 * could read and change local data, because the page's own name may resolve to 127.0.0.1 (DNS rebinding).
 */
export const refuseHost = (host: string): GatewayResponse | undefined => {
  const name = host.toLowerCase().replace(/:\d*$/, '');
  if (LOCAL_NAMES.includes(name)) return undefined;
  return messageResponse(421, `The Host header names ${name}; allowed: ${LOCAL_NAMES.join(', ')}`);
};
