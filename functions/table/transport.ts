import { type Connection, giveBack, type Waiting, wait, waitNoMore } from './connection';
import { type Reply, replyReader } from './reply';

type Sent = {
  readonly to: URL;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

const CONNECT_MS = 500;
const ANSWER_MS = 1000;

const textOf = ({ method, headers, body }: Sent) => {
  const length = body && `content-length: ${Buffer.byteLength(body)}\r\n`;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} / HTTP/1.1\r\n${lines.join('')}${length}connection: keep-alive\r\n\r\n${body}`;
};

const late = (ms: number) => Object.assign(new Error(`Nothing came within ${ms} ms.`), { name: 'TimeoutError' });

/**
 * Sends a call and reads the reply, in place of the SDK's own handler and of Node's HTTP client: what goes to DynamoDB and
 * comes back are short texts, and need no streams. Its limit on the time holds from the wait for a connection to the end.
 */
const handle = (sent: Sent, leftMs: number) =>
  new Promise<Reply>((resolve, reject) => {
    const timers: NodeJS.Timeout[] = [];
    let connection: Connection | undefined;
    const end = (isSound: boolean) => {
      waitNoMore(call);
      timers.forEach(clearTimeout);
      if (connection) giveBack(connection, isSound);
    };
    // Whatever breaks on the way, what was asked may be done or not: the SDK tries again what is marked.
    const fail = (error: Error) => {
      end(false);
      reject(Object.assign(error, { $retryable: {} }));
    };
    const limit = (ms: number) => {
      const timer = setTimeout(() => fail(late(ms)), ms);
      timers.push(timer);
      return timer;
    };
    const begin = (given: Connection) => {
      connection = given;
      const { socket } = given;
      if (socket.connecting) {
        const connecting = limit(CONNECT_MS);
        socket.once('connect', () => clearTimeout(connecting));
      }
      const readMore = replyReader();
      const onBytes = (bytes: Buffer) => {
        let reply: Reply | undefined;
        try {
          reply = readMore(bytes);
        } catch (error) {
          fail(error as Error);
        }
        if (!reply) return;
        const isLast = /\bclose\b/i.test(reply.headers.connection ?? '') || socket.writableLength > 0;
        if (isLast) socket.destroy();
        end(true);
        resolve(reply);
      };
      given.listener = { onBytes, onBroken: fail };
      socket.write(textOf(sent));
    };
    const call: Waiting = { to: sent.to, begin, fail };
    limit(Math.min(ANSWER_MS, leftMs));
    wait(call);
  });

export const transport = { handle };
