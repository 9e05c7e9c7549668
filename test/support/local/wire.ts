import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { exchange } from '../http';

type Sent = { method?: string; headers?: Record<string, string | string[]>; body?: string | Buffer };

/** Sends a request on a connection of its own, with these headers only. Returns the body as text. */
export const send = async (url: string, path: string, { method, headers, body }: Sent = {}) => {
  const { bytes, ...rest } = await exchange(url, { path, method, headers, agent: false }, body);
  return { ...rest, body: bytes.toString() };
};

/** Sends these bytes. Returns the bytes of the response. */
export const sendRaw = (url: string, bytes: string) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });

/** Waits for a condition. Jest's own timeout ends a test whose condition never holds. */
export const until = async (condition: () => boolean) => {
  while (!condition()) await setImmediate();
};
