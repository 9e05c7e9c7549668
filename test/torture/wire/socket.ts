import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { decode } from '../../support/http';

/** An HTTP response as it came over the connection. */
export type WireResponse = { readonly status: number; readonly headers: Record<string, string>; readonly text: string };

/**
 * The bytes to send on one connection, and its end: the server closes it (`server`), the client ends it after a moment
 * (`client`), or the client resets it at once (`reset`).
 */
export type Transmission = { readonly chunks: readonly Buffer[]; readonly closedBy: 'server' | 'client' | 'reset' };

/** The result of an exchange. `rest` are the bytes after the last complete response. */
export type ExchangeResult = {
  readonly responses: readonly WireResponse[];
  readonly rest: string;
  readonly isTimeout: boolean;
};

const TIMEOUT_MS = 5000;
const PAUSE_BEFORE_END_MS = 30;

const hasNoBody = (status: number) => status === 204 || status === 304 || status < 200;

/** Parses the final responses of a connection. Interim responses (1xx) are left out. */
const parseResponses = (bytes: Buffer, isHead: (index: number) => boolean) => {
  const responses: WireResponse[] = [];
  let rest = bytes.toString('latin1');
  for (;;) {
    const [head = '', status = ''] = /^HTTP\/1\.1 (\d{3})[^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n/.exec(rest) ?? [];
    if (head === '') return { responses, rest };
    const headers = Object.fromEntries(
      [...head.matchAll(/\r\n([^:]+): ?([^\r\n]*)/g)].map(([, name = '', value = '']) => [name.toLowerCase(), value]),
    );
    const isEmpty = hasNoBody(Number(status)) || isHead(responses.length);
    const length = isEmpty ? 0 : Number(headers['content-length'] ?? 0);
    const body = rest.slice(head.length, head.length + length);
    if (body.length < length) return { responses, rest };
    rest = rest.slice(head.length + length);
    const text = decode(Buffer.from(body, 'latin1'), headers['content-encoding']).toString();
    if (Number(status) >= 200) responses.push({ status: Number(status), headers, text });
  }
};

/** Sends bytes on a new connection and collects the responses until the connection closes, for at most five seconds. */
export const exchange = (
  port: number,
  { chunks, closedBy }: Transmission,
  isHead: (index: number) => boolean = () => false,
) =>
  new Promise<ExchangeResult>((resolve) => {
    const received: Buffer[] = [];
    let isTimeout = false;
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const timer = setTimeout(() => {
      isTimeout = true;
      socket.destroy();
    }, TIMEOUT_MS);
    socket.on('data', (chunk) => received.push(chunk));
    // The server may reset the connection of a broken message.
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      resolve({ ...parseResponses(Buffer.concat(received), isHead), isTimeout });
    });
    const send = async () => {
      for (const [index, chunk] of chunks.entries()) {
        if (index > 0) await pause(5);
        socket.write(chunk);
      }
      if (closedBy === 'server') return;
      await pause(closedBy === 'client' ? PAUSE_BEFORE_END_MS : 1);
      if (closedBy === 'client') socket.end();
      else socket.resetAndDestroy();
    };
    socket.on('connect', send);
  });
