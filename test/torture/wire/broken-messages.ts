import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Random } from '../random';
import { chunkedBodies, headerBlocks, requestLines } from './broken-samples';
import type { Transmission } from './socket';

/** The bytes of a broken request, and the number of responses that are allowed. */
export type BrokenMessage = Transmission & { readonly minResponses?: number; readonly maxResponses?: number };

const crlf = (...lines: string[]) => Buffer.from(lines.map((line) => `${line}\r\n`).join(''), 'latin1');

const head = (line: string, ...rest: string[]) => crlf(line, ...rest, '');
const post = (...rest: string[]) => head('POST /posts HTTP/1.1', 'host: localhost', ...rest);
const joined = (...parts: (Buffer | string)[]) => Buffer.concat(parts.map((part) => Buffer.from(part)));
const endSoon = (...chunks: Buffer[]): BrokenMessage => ({ chunks, closedBy: 'client' });

const hiddenRequest = 'GET /hidden HTTP/1.1\r\nhost: a\r\n\r\n';

/**
 * Hides a request in a body whose length is stated in two ways (request smuggling). The service must not answer the
 * hidden request.
 */
const smuggle = (...framing: string[]): BrokenMessage => ({
  chunks: [joined(post(...framing), `0\r\n\r\n${hiddenRequest}`)],
  closedBy: 'client',
  maxResponses: 1,
});

const cut = (message: Buffer, { below }: Random) => message.subarray(0, below(message.length));

/** Replaces, inserts or deletes some of the first 300 bytes. */
const corrupt = (message: Buffer, { below, chance }: Random) => {
  const bytes = [...message];
  do bytes.splice(below(Math.min(bytes.length, 300)), below(3), ...(chance(0.5) ? [below(256)] : []));
  while (chance(0.5));
  return Buffer.from(bytes);
};

type BrokenMaker = (random: Random, valid: Buffer) => BrokenMessage;

/** Makers of broken messages. Some change the bytes of a valid message. */
export const brokenMessages: [BrokenMaker, ...BrokenMaker[]] = [
  ({ pick }) => ({
    chunks: [head(pick(requestLines), 'host: localhost', 'connection: close')],
    closedBy: 'server',
    minResponses: 1,
  }),
  () => endSoon(head('CONNECT a:1 HTTP/1.1', 'host: localhost')),
  ({ pick }) =>
    endSoon(joined(head(pick(['GET / HTTP/1.1', 'POST /posts HTTP/1.1']), ...pick(headerBlocks)), pick(['', '{}']))),
  ({ pick }) => endSoon(joined(post('transfer-encoding: chunked'), pick(chunkedBodies))),
  (random, valid) => endSoon(cut(valid, random)),
  (random, valid) => ({ chunks: [cut(valid, random)], closedBy: 'reset' }),
  (_, valid) => ({ chunks: [valid], closedBy: 'reset' }),
  (_, valid) => endSoon(joined(valid, valid, valid)),
  (random, valid) => endSoon(corrupt(valid, random)),
  (random, valid) => endSoon(corrupt(valid, random)),
  (_, valid) => endSoon(Buffer.from(valid.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')),
  (_, valid) => endSoon(Buffer.from(valid.toString('latin1').replaceAll('\r\n', '\r'), 'latin1')),
  (_, valid) => endSoon(joined('\r\n\r\n\0', valid)),
  ({ below }) => endSoon(Buffer.from(Array.from({ length: below(2000) }, () => below(256)))),
  ({ below }) => endSoon(joined(post(`content-length: ${below(5)}`), '{"title":"too short"}')),
  ({ below }) => endSoon(joined(post(`content-length: ${30 + below(1000)}`), '{"title":"too long"}')),
  ({ pick }) =>
    smuggle(
      ...pick([
        ['content-length: 5', 'transfer-encoding: chunked'],
        ['transfer-encoding: chunked', 'content-length: 39'],
        ['content-length: 5', 'transfer-encoding : chunked'],
        ['content-length: 5', 'transfer-encoding: x', 'transfer-encoding: chunked'],
        ['content-length: 5', 'content-length: 39'],
        ['content-length: 39', 'transfer-encoding:\x0bchunked'],
      ]),
    ),
  ({ pick }) =>
    ((body) => endSoon(joined(post('content-encoding: x', `content-length: ${body.length}`), body)))(
      pick([gzipSync('{"title":"x"}'), brotliCompressSync('{}'), Buffer.from('{"title":"x"}', 'utf16le')]),
    ),
];
