import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';

export type Reply = { status: number; headers: IncomingHttpHeaders; body: string };
type Sent = { method?: string; headers?: Record<string, string | string[]>; body?: string | Buffer };

/** One request with nothing added to it but what HTTP needs; fetch would set types and refuse headers. */
export function send(url: string, path: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Reply> {
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

/** What the server says to these very bytes. */
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

/** Waits for a condition, at most two minutes; how fast things are is measured elsewhere. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 120_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('It did not happen within 2 minutes');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
