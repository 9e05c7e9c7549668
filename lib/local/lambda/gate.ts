import { Socket } from 'node:net';
import { isRecord } from '../template/intrinsics';

/** The answer that keeps a request from DynamoDB; undefined where it may go on. */
export type DenialOf = (head: string, body: string) => string | undefined;
type Part = [chunk: string | Uint8Array, encoding?: BufferEncoding, callback?: () => void];

const headLimit = 16_384;

/**
 * Looks, in the thread of a function, at all that it sends to the port of DynamoDB. A proxy saw the same and took 150 µs
 * more of a request's processor time.
 */
export function guardPort(port: number, denialOf: DenialOf): void {
  const { connect } = Socket.prototype;
  Object.assign(Socket.prototype, {
    connect(this: Socket, ...parameters: Parameters<typeof connect>) {
      // Not before: connecting gives a socket the `write` of its class back.
      connect.apply(this, parameters);
      // Node's own callers hand their parameters over in a list.
      const [target]: unknown[] = [parameters[0]].flat();
      if (Number(isRecord(target) ? target.port : target) === port) guard(this, denialOf);
      return this;
    },
  });
}

function guard(socket: Socket, denialOf: DenialOf): void {
  const write = socket.write.bind(socket);
  const held: Part[] = [];
  let text = '';

  /** Holds a request until all of it is there. One that does not say how long it is, or that has company, has no answer. */
  function look(): void {
    const headEnd = text.indexOf('\r\n\r\n') + 4;
    if (headEnd < 4 && text.length < headLimit) return;
    const head = text.slice(0, headEnd);
    // Of this nothing is asked but whether DynamoDB is there, as a function does that starts.
    const asksNothing = text.startsWith('GET / ') && text.length === headEnd;
    const [, length] = /^content-length: *(\d+) *\r$/im.exec(head) ?? [];
    const end = headEnd + (asksNothing ? 0 : Number(length));
    if (text.length < end) return;
    if (text.length !== end) throw new Error('Requests to DynamoDB come one by one, with their Content-Length');
    const denial = asksNothing ? undefined : denialOf(head, text.slice(headEnd));
    text = '';
    for (const part of held.splice(0)) {
      if (denial === undefined) write(...part);
      else if (part[2]) process.nextTick(part[2]);
    }
    if (denial !== undefined) answer(socket, denial);
  }

  Object.assign(socket, {
    write: (...part: Part) => {
      const [chunk, encoding] = part;
      // Node ends each request with nothing, to learn when all of it has gone.
      if (chunk.length === 0 && held.length === 0) return write(...part);
      held.push(part);
      text += typeof chunk === 'string' && encoding === 'latin1' ? chunk : bytesOf(chunk, encoding);
      try {
        look();
      } catch (error) {
        socket.destroy(error instanceof Error ? error : undefined);
      }
      return true;
    },
  });
}

/** A character is a byte. */
function bytesOf(chunk: string | Uint8Array, encoding?: BufferEncoding): string {
  return (typeof chunk === 'string' ? Buffer.from(chunk, encoding) : Buffer.from(chunk)).toString('latin1');
}

function answer(socket: Socket, text: string): void {
  if (socket.connecting) socket.once('connect', () => answer(socket, text));
  else socket.push(text, 'latin1');
}
