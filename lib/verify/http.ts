import * as http from 'node:http';
import * as https from 'node:https';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export type HttpParts = { readonly headers?: Record<string, string | string[]>; readonly body?: unknown };

const TIMEOUT_MS = 35_000;

/** Sends a request with these headers and no other. fetch would add some headers, and refuse others. */
export const exchange = (base: string, options: http.RequestOptions, content?: string | Buffer) =>
  new Promise<{ status: number; headers: http.IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
    const { request } = /^https:/i.test(base) ? https : http;
    const outgoing = request(base, { timeout: TIMEOUT_MS, ...options }, (incoming) => {
      const { statusCode: status = 0, headers } = incoming;
      incoming.toArray().then((chunks) => resolve({ status, headers, bytes: Buffer.concat(chunks) }), reject);
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no response in ${TIMEOUT_MS} ms`)));
    outgoing.on('error', reject);
    outgoing.end(content);
  });

/** Undoes a Content-Encoding. The body of a 304 and of a HEAD is empty. */
export const decode = (bytes: Buffer, coding: unknown): Buffer => {
  if (bytes.length === 0 || coding === undefined) return bytes;
  return coding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes);
};

/** Response with its text and, if its type is JSON, its parsed body. */
export type HttpResponse = {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
  readonly body: unknown;
};

/** Sends the request of a line such as `PUT /posts/1`. A body that is neither a string nor a Buffer becomes JSON. */
export const sendLine = async (base: string, line: string, parts: HttpParts = {}): Promise<HttpResponse> => {
  const { headers = {}, body } = parts;
  const [method, path = '/'] = line.split(' ');
  const content = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const type = content !== undefined && content !== body && { 'content-type': 'application/json' };
  // Node sends a body of GET or DELETE only with a length.
  const length = content !== undefined && { 'content-length': String(Buffer.byteLength(content)) };
  const options = { method, path, headers: { ...length, ...type, ...headers } };
  const { status, headers: received, bytes } = await exchange(base, options, content);
  const text = decode(bytes, received['content-encoding']).toString();
  const isJson = text !== '' && /^application\/(problem\+)?json$/.test(received['content-type'] ?? '');
  return { status, headers: received, text, body: isJson ? JSON.parse(text) : undefined };
};
