import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** One answer as it came. */
export type Reply = { readonly status: number; readonly headers: Record<string, string>; readonly text: string };

/** What is sent on one connection, and how the client leaves: when the server does, after a moment, or at once. */
export type Sending = { readonly chunks: readonly Buffer[]; readonly leaves: 'last' | 'soon' | 'rudely' };

export type Heard = { readonly replies: readonly Reply[]; readonly rest: string; readonly isLate: boolean };

const LIMIT_MS = 5000;
const MOMENT_MS = 30;

const bodiless = (status: number) => status === 204 || status === 304 || status < 200;

/** The answers in these bytes, without interim ones, and what is left behind them. */
const repliesIn = (bytes: Buffer, isHead: (index: number) => boolean) => {
  const replies: Reply[] = [];
  let rest = bytes.toString('latin1');
  for (;;) {
    const [head = '', status = ''] = /^HTTP\/1\.1 (\d{3})[^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n/.exec(rest) ?? [];
    if (head === '') return { replies, rest };
    const headers = Object.fromEntries(
      [...head.matchAll(/\r\n([^:]+): ?([^\r\n]*)/g)].map(([, name = '', value = '']) => [name.toLowerCase(), value]),
    );
    const isEmpty = bodiless(Number(status)) || isHead(replies.length);
    const length = isEmpty ? 0 : Number(headers['content-length'] ?? 0);
    const body = rest.slice(head.length, head.length + length);
    if (body.length < length) return { replies, rest };
    rest = rest.slice(head.length + length);
    const text = Buffer.from(body, 'latin1').toString();
    if (Number(status) >= 200) replies.push({ status: Number(status), headers, text });
  }
};

/** Sends on a new connection and hears what comes until it is closed, in five seconds at most. */
export const exchange = (port: number, { chunks, leaves }: Sending, isHead: (index: number) => boolean = () => false) =>
  new Promise<Heard>((resolve) => {
    const heard: Buffer[] = [];
    let isLate = false;
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const timer = setTimeout(() => {
      isLate = true;
      socket.destroy();
    }, LIMIT_MS);
    socket.on('data', (chunk) => heard.push(chunk));
    // A server that has heard enough may reset the connection.
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      resolve({ ...repliesIn(Buffer.concat(heard), isHead), isLate });
    });
    const send = async () => {
      for (const [index, chunk] of chunks.entries()) {
        if (index > 0) await pause(5);
        socket.write(chunk);
      }
      if (leaves === 'last') return;
      await pause(leaves === 'soon' ? MOMENT_MS : 1);
      if (leaves === 'soon') socket.end();
      else socket.resetAndDestroy();
    };
    socket.on('connect', send);
  });
