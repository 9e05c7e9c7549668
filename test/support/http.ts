import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { gunzipSync } from 'node:zlib';

export type HttpParts = { readonly headers?: Record<string, string | string[]>; readonly body?: unknown };

const agent = new Agent({ keepAlive: true });

const encode = (body: unknown) =>
  typeof body === 'string' || Buffer.isBuffer(body) || body === undefined ? body : JSON.stringify(body);

const isJson = (headers: IncomingHttpHeaders) => /^application\/(problem\+)?json$/.test(headers['content-type'] ?? '');

/** Sends `PUT /posts/…` just as it is given, without the niceties of fetch. A body that is no text goes as JSON. */
export const send = async (base: string, line: string, { headers = {}, body }: HttpParts = {}) => {
  const [method, path = '/'] = line.split(' ');
  const content = encode(body);
  // Node frames no body of a GET or DELETE by itself.
  const length = content === undefined ? {} : { 'content-length': String(Buffer.byteLength(content)) };
  const type = typeof body === 'object' && !Buffer.isBuffer(body) ? { 'content-type': 'application/json' } : {};
  return new Promise<Answer>((resolve, reject) => {
    const { hostname, port } = new URL(base);
    const outgoing = request(
      { agent, hostname, port, method, path, headers: { ...length, ...type, ...headers } },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('end', () => {
          const bytes = Buffer.concat(chunks);
          const isCompressed = incoming.headers['content-encoding'] === 'gzip' && bytes.length > 0;
          const text = (isCompressed ? gunzipSync(bytes) : bytes).toString();
          const json = text && isJson(incoming.headers) ? JSON.parse(text) : undefined;
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, body: json });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(content);
  });
};

type Answer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body, where it is JSON. */
  readonly body: Json;
};

// biome-ignore lint/suspicious/noExplicitAny: what a test expects of an answer is what it is there to check
type Json = any;
