import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Random } from '../random';
import type { Sending } from './socket';

/** Bytes that are no sound request, how often they must and may be answered, and how the client leaves. */
export type Broken = Sending & { readonly leastAnswers?: number; readonly mostAnswers?: number };

const crlf = (...lines: string[]) => Buffer.from(lines.map((line) => `${line}\r\n`).join(''), 'latin1');

const lines: [string, ...string[]] = [
  'GET',
  'GET /',
  'GET / HTTP/9.9',
  'GET / HTTP/1.0',
  'GET / HTTP/2.0',
  'get / http/1.1',
  ' GET / HTTP/1.1',
  'GET  / HTTP/1.1',
  'GET\t/\tHTTP/1.1',
  'GET /\0 HTTP/1.1',
  'GET /\xff\xfe HTTP/1.1',
  'GET /%zz HTTP/1.1',
  'GET /%ff HTTP/1.1',
  'GET /a b HTTP/1.1',
  'GET posts HTTP/1.1',
  'GET ?limit=1 HTTP/1.1',
  'GET http://[ HTTP/1.1',
  'GET http://a/posts HTTP/1.1',
  'GET ftp://a/posts HTTP/1.1',
  'GET * HTTP/1.1',
  'OPTIONS * HTTP/1.1',
  'PRI * HTTP/2.0',
  'XYZZY / HTTP/1.1',
  '/ HTTP/1.1',
  'HTTP/1.1 200 OK',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  `GET /${'x'.repeat(20_000)} HTTP/1.1`,
  `GET /?${'x'.repeat(100_000)} HTTP/1.1`,
  `${'G'.repeat(70_000)} / HTTP/1.1`,
];

const heads: [string[], ...string[][]] = [
  ['host'],
  ['host: '],
  ['host: a'],
  ['host: localhost', 'host: b'],
  ['host: a b'],
  ['host: \x80'],
  [': x'],
  ['host : a'],
  ['host: localhost', ' folded: b'],
  ['host: localhost', 'x: \0'],
  ['host: localhost', 'x: \x7f\x01'],
  ['host: localhost', 'x\xe9: 1'],
  ['host: localhost', 'x y: 1'],
  ['host: localhost', 'content-length: x'],
  ['host: localhost', 'content-length: -1'],
  ['host: localhost', 'content-length: +2'],
  ['host: localhost', 'content-length: 0x2'],
  ['host: localhost', 'content-length: 2, 2'],
  ['host: localhost', 'content-length: 2', 'content-length: 3'],
  ['host: localhost', `content-length: ${'9'.repeat(30)}`],
  ['host: localhost', 'content-length: 10485761'],
  ['host: localhost', 'transfer-encoding: gzip'],
  ['host: localhost', 'transfer-encoding: xchunked'],
  ['host: localhost', 'transfer-encoding: chunked, identity'],
  ['host: localhost', 'expect: 100-continue'],
  ['host: localhost', 'expect: teapot'],
  ['host: localhost', 'connection: upgrade', 'upgrade: websocket'],
  ['host: localhost', 'connection: upgrade, http2-settings', 'upgrade: h2c', 'http2-settings: x'],
  ['host: localhost', 'connection: host, content-length'],
  ['host: localhost', ...Array.from({ length: 3000 }, (_, i) => `x${i}: 1`)],
  ['host: localhost', `x: ${'x'.repeat(20_000)}`],
  ['host: localhost', `x: ${'x'.repeat(100_000)}`],
  ['host: localhost', `cookie: ${'a=b;'.repeat(2000)}`],
  ['host: localhost', '__proto__: x', 'constructor: x'],
];

const chunkings: [string, ...string[]] = [
  'zz\r\n{}\r\n0\r\n\r\n',
  '-2\r\n{}\r\n0\r\n\r\n',
  '2\r\n{}0\r\n\r\n',
  '2\n{}\n0\n\n',
  '2;x=\0\r\n{}\r\n0\r\n\r\n',
  `2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
  'ffffffffffffffffff\r\n{}\r\n0\r\n\r\n',
  'fffffff\r\n{}',
  '2\r\n{}\r\n0\r\ncontent-length: 5\r\n\r\n',
  `2\r\n{}\r\n0\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`,
  '\r\n\r\n',
  '2\r\n{',
];

const head = (line: string, ...rest: string[]) => crlf(line, ...rest, '');
const post = (...rest: string[]) => head('POST /posts HTTP/1.1', 'host: localhost', ...rest);
const joined = (...parts: (Buffer | string)[]) => Buffer.concat(parts.map((part) => Buffer.from(part)));
const soon = (...chunks: Buffer[]): Broken => ({ chunks, leaves: 'soon' });

const hidden = 'GET /hidden HTTP/1.1\r\nhost: a\r\n\r\n';

/** Two ways to say where the body ends: whoever hears another end than the next one lets a request be hidden in it. */
const smuggled = (...framing: string[]): Broken => ({
  chunks: [joined(post(...framing), `0\r\n\r\n${hidden}`)],
  leaves: 'soon',
  mostAnswers: 1,
});

const cut = (message: Buffer, { below }: Random) => message.subarray(0, below(message.length));

const flipped = (message: Buffer, { below, chance }: Random) => {
  const bytes = [...message];
  do bytes.splice(below(Math.min(bytes.length, 300)), below(3), ...(chance(0.5) ? [below(256)] : []));
  while (chance(0.5));
  return Buffer.from(bytes);
};

/** Each makes something broken, some of them out of a message that is sound. */
export const ways: [(random: Random, sound: Buffer) => Broken, ...((random: Random, sound: Buffer) => Broken)[]] = [
  ({ pick }) => ({
    chunks: [head(pick(lines), 'host: localhost', 'connection: close')],
    leaves: 'last',
    leastAnswers: 1,
  }),
  () => soon(head('CONNECT a:1 HTTP/1.1', 'host: localhost')),
  ({ pick }) => soon(joined(head(pick(['GET / HTTP/1.1', 'POST /posts HTTP/1.1']), ...pick(heads)), pick(['', '{}']))),
  ({ pick }) => soon(joined(post('transfer-encoding: chunked'), pick(chunkings))),
  (random, sound) => soon(cut(sound, random)),
  (random, sound) => ({ chunks: [cut(sound, random)], leaves: 'rudely' }),
  (_, sound) => ({ chunks: [sound], leaves: 'rudely' }),
  (_, sound) => soon(joined(sound, sound, sound)),
  (random, sound) => soon(flipped(sound, random)),
  (random, sound) => soon(flipped(sound, random)),
  (_, sound) => soon(Buffer.from(sound.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')),
  (_, sound) => soon(Buffer.from(sound.toString('latin1').replaceAll('\r\n', '\r'), 'latin1')),
  (_, sound) => soon(joined('\r\n\r\n\0', sound)),
  ({ below }) => soon(Buffer.from(Array.from({ length: below(2000) }, () => below(256)))),
  ({ below }) => soon(joined(post(`content-length: ${below(5)}`), '{"title":"too short"}')),
  ({ below }) => soon(joined(post(`content-length: ${30 + below(1000)}`), '{"title":"too long"}')),
  ({ pick }) =>
    smuggled(
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
    ((body) => soon(joined(post('content-encoding: x', `content-length: ${body.length}`), body)))(
      pick([gzipSync('{"title":"x"}'), brotliCompressSync('{}'), Buffer.from('{"title":"x"}', 'utf16le')]),
    ),
];
