import * as http from 'node:http';
import * as https from 'node:https';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export type HttpParts = { readonly headers?: http.OutgoingHttpHeaders; readonly body?: unknown };

const TIMEOUT_MS = 35_000;

/** Undoes a Content-Encoding. The body of a 304 and of a HEAD is empty. */
export const decode = (bytes: Buffer, coding: unknown): Buffer => {
  if (bytes.length === 0 || coding === undefined) return bytes;
  return coding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes);
};

/** Sends the request of a line such as `PUT /orders/1`, with these headers only. fetch would add some, and refuse others. */
export const sendLine = async (base: string, line: string, { headers = {}, body }: HttpParts = {}) => {
  const [method, path = '/'] = line.split(' ');
  const content = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const type = content !== undefined && content !== body && { 'content-type': 'application/json' };
  // Node sends a body of GET or DELETE only with a length.
  const length = content !== undefined && { 'content-length': String(Buffer.byteLength(content)) };
  const options = { method, path, headers: { ...length, ...type, ...headers }, timeout: TIMEOUT_MS };
  const incoming = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const outgoing = (/^https:/i.test(base) ? https : http).request(base, options, resolve);
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no response in ${TIMEOUT_MS} ms`)));
    outgoing.on('error', reject).end(content);
  });
  const { statusCode: status = 0, headers: received } = incoming;
  const bytes = Buffer.concat(await incoming.toArray());
  const text = decode(bytes, received['content-encoding']).toString();
  const isJson = text !== '' && /^application\/(problem\+)?json$/.test(received['content-type'] ?? '');
  const parsed: unknown = isJson ? JSON.parse(text) : undefined;
  return { status, headers: received, bytes, text, body: parsed };
};

/** Response with its text and, if its type is JSON, its parsed body. */
export type HttpResponse = Omit<Awaited<ReturnType<typeof sendLine>>, 'bytes'>;

/** Tells whether API Gateway made a 403, 404 or 500 itself, as it does while a deployment reaches its servers. */
export const isOfGateway = ({ status, body }: HttpResponse) =>
  [403, 404, 500].includes(status) && Object.keys(Object(body)).join() === 'message';
