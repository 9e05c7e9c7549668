import { Agent, type IncomingHttpHeaders, type RequestOptions, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export type HttpParts = { readonly headers?: Record<string, string | string[]>; readonly body?: unknown };

/** Sends a request with these headers and no other. fetch would add some headers, and refuse others. */
export const exchange = (base: string, options: RequestOptions, content?: string | Buffer) =>
  new Promise<{ status: number; headers: IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
    const { hostname, port } = new URL(base);
    const outgoing = request({ hostname, port, ...options }, (incoming) => {
      const { statusCode: status = 0, headers } = incoming;
      incoming.toArray().then((chunks) => resolve({ status, headers, bytes: Buffer.concat(chunks) }), reject);
    });
    outgoing.on('error', reject);
    outgoing.end(content);
  });

/** Undoes a Content-Encoding. The body of a 304 and of a HEAD is empty. */
export const decode = (bytes: Buffer, coding: unknown): Buffer => {
  if (bytes.length === 0 || coding === undefined) return bytes;
  return coding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes);
};

const agent = new Agent({ keepAlive: true });

export type HttpResult = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The parsed body of a JSON type. */
  readonly body: Json;
};

// biome-ignore lint/suspicious/noExplicitAny: the expectations of a test are the check of a body's shape
type Json = any;

/** Sends the request of a line such as `PUT /posts/1`. A body that is neither a string nor a Buffer becomes JSON. */
export const send = async (base: string, line: string, { headers = {}, body }: HttpParts = {}): Promise<HttpResult> => {
  const [method, path = '/'] = line.split(' ');
  const isBytes = typeof body === 'string' || Buffer.isBuffer(body);
  const content = isBytes || body === undefined ? body : JSON.stringify(body);
  // Node sends a body of GET or DELETE only with a length.
  const length = content === undefined ? {} : { 'content-length': String(Buffer.byteLength(content)) };
  const type = content === undefined || isBytes ? {} : { 'content-type': 'application/json' };
  const options = { agent, method, path, headers: { ...length, ...type, ...headers } };
  const { status, headers: received, bytes } = await exchange(base, options, content);
  const text = decode(bytes, received['content-encoding']).toString();
  const isJson = text !== '' && /^application\/(problem\+)?json$/.test(received['content-type'] ?? '');
  return { status, headers: received, text, body: isJson ? JSON.parse(text) : undefined };
};
