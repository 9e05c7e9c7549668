type Headers = Readonly<Record<string, string | undefined>>;
export type Reply = { readonly statusCode: number; readonly headers: Headers; readonly body: Buffer };

/** As Node's own; of a line that says how long a chunk is, a generous one. */
const HEAD_BYTES = 16_384;
const SIZE_BYTES = 128;

const garbled = () => new Error('What came is no HTTP.');

const readHead = (text: string) => {
  const [status = '', ...lines] = text.split('\r\n');
  const [, code] = /^HTTP\/1\.1 ([2-5]\d\d)(?: |$)/.exec(status) ?? [];
  if (!code) throw garbled();
  const headers: Record<string, string | undefined> = {};
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^\s:]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? [];
    if (!name) throw garbled();
    const key = name.toLowerCase();
    headers[key] = key in headers ? `${headers[key]}, ${value}` : value;
  }
  return { statusCode: Number(code), headers };
};

/** DynamoDB says how long its replies are. What stands in its place, or on the way to it, may not know that in time. */
const readChunked = (bytes: Buffer): Buffer | undefined => {
  const chunks: Buffer[] = [];
  for (let start = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', start);
    if (lineEnd < 0 && bytes.length < start + SIZE_BYTES) return undefined;
    const [, size] = /^([\da-f]{1,8})(?:;|$)/i.exec(bytes.toString('latin1', start, lineEnd)) ?? [];
    if (!size) throw garbled();
    const chunkEnd = lineEnd + 2 + Number.parseInt(size, 16);
    if (bytes.length < chunkEnd + 2) return undefined;
    const chunk = bytes.subarray(lineEnd + 2, chunkEnd);
    start = chunkEnd + 2;
    if (bytes.toString('latin1', chunkEnd, start) !== '\r\n') throw garbled();
    if (chunk.length === 0 && bytes.length > start) throw garbled();
    if (chunk.length === 0) return Buffer.concat(chunks);
    chunks.push(chunk);
  }
};

const readBody = (bytes: Buffer, { 'transfer-encoding': coding, 'content-length': length = '' }: Headers) => {
  if (coding?.toLowerCase() === 'chunked' && !length) return readChunked(bytes);
  if (coding || !/^\d+$/.test(length) || bytes.length > Number(length)) throw garbled();
  return bytes.length < Number(length) ? undefined : bytes;
};

/** Takes a reply in the pieces in which it comes, and answers it when it is whole; throws where it is none. */
export const replyReader = () => {
  let pieces: Buffer[] = [];
  let thereBytes = 0;
  // A page of 1 MB comes in dozens of pieces: it is put together once, not with each of them.
  let neededBytes = 0;
  return (piece: Buffer): Reply | undefined => {
    pieces.push(piece);
    thereBytes += piece.length;
    if (thereBytes < neededBytes) return undefined;
    const bytes = Buffer.concat(pieces);
    pieces = [bytes];
    const headEnd = bytes.subarray(0, HEAD_BYTES).indexOf('\r\n\r\n');
    if (headEnd < 0 && thereBytes >= HEAD_BYTES) throw garbled();
    if (headEnd < 0) return undefined;
    const head = readHead(bytes.toString('latin1', 0, headEnd));
    const body = readBody(bytes.subarray(headEnd + 4), head.headers);
    neededBytes = headEnd + 4 + Number(head.headers['content-length'] ?? 0);
    return body && { ...head, body };
  };
};
