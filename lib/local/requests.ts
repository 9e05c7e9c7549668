import type { Socket } from 'node:net';

const headLimit = 16_384;

/**
 * Reads requests of HTTP/1.1 that announce their length and wait for their answers, as those of an SDK do; a connection
 * that says anything else is closed. A character is a byte, and the head ends with its empty line.
 */
export function readRequests(socket: Socket, onRequest: (head: string, body: string) => void): void {
  let text = '';
  let needed = 0;

  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk;
    try {
      while (text.length > 0 && text.length >= needed) {
        const headEnd = text.indexOf('\r\n\r\n') + 4;
        if (headEnd < 4 && text.length < headLimit) return;
        const head = text.slice(0, headEnd);
        needed = headEnd + lengthOf(head);
        if (text.length < needed) return;
        onRequest(head, text.slice(headEnd, needed));
        text = text.slice(needed);
        needed = 0;
      }
    } catch {
      socket.destroy();
    }
  });
}

function lengthOf(head: string): number {
  const [, length] = /^content-length: *(\d+) *\r$/im.exec(head) ?? [];
  if (length === undefined) throw new Error('A request does not announce its length');
  return Number(length);
}
