import { Agent, type IncomingHttpHeaders, type RequestOptions, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export type HttpParts = { readonly headers?: Record<string, string | string[]>; readonly body?: unknown };

/** Sends a request with these headers and no other. fetch would add some headers, and refuse others. */
export const exchange = (base: string, options: RequestOptions, content?: string | Buffer) =>
  new Promise<{ status: number; headers: IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
    const { hostname, port } = new URL(base);
    const outgoing = request({ hostname, port, ...options }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, bytes: Buffer.concat(chunks) });
      });
      incoming.on('error', reject);
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

const serialize = (body: unknown) =>
  typeof body === 'string' || Buffer.isBuffer(body) || body === undefined ? body : JSON.stringify(body);

const isJson = (headers: IncomingHttpHeaders) => /^application\/(problem\+)?json$/.test(headers['content-type'] ?? '');

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
  const content = serialize(body);
  // Node sends a body of GET or DELETE only with a length.
  const length = content === undefined ? {} : { 'content-length': String(Buffer.byteLength(content)) };
  const type = typeof body === 'object' && !Buffer.isBuffer(body) ? { 'content-type': 'application/json' } : {};
  const options = { agent, method, path, headers: { ...length, ...type, ...headers } };
  const { status, headers: received, bytes } = await exchange(base, options, content);
  const text = decode(bytes, received['content-encoding']).toString();
  return { status, headers: received, text, body: text && isJson(received) ? JSON.parse(text) : undefined };
};
