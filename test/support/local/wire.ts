import { connect } from 'node:net';
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

/** Waits for a condition, at most two minutes. */
export const until = async (condition: () => boolean | Promise<boolean>) => {
  const deadlineMs = Date.now() + 120_000;
  while (!(await condition())) {
    if (Date.now() > deadlineMs) throw new Error('The condition did not hold within 2 minutes');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};
