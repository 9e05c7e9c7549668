import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';

export type WireReply = { status: number; headers: IncomingHttpHeaders; body: string };
type Sent = { method?: string; headers?: Record<string, string | string[]>; body?: string | Buffer };

/** Sends a request with the given headers only. fetch would add a content type and refuse some headers. */
export function send(url: string, path: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<WireReply> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers, agent: false }, async (response) => {
      let text = '';
      for await (const chunk of response.setEncoding('utf8')) text += chunk;
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Sends bytes as they are; returns the bytes of the response. */
export function sendRaw(url: string, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });
}

/** Waits for a condition, at most two minutes. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 120_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('It did not happen within 2 minutes');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
