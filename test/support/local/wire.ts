import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';

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
