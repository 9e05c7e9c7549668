import { replyReader } from '../../functions/table/reply';

const pieces = (bytes: Buffer, ...ends: readonly number[]) =>
  [...ends, bytes.length].map((end, i) => bytes.subarray(ends[i - 1] ?? 0, end));

const all = (text: string) => Buffer.from(text);

const replies = {
  sized: 'HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n{"é":1}',
  chunked: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n4;a=b\r\n{"é\r\n0004\r\n":1}\r\n0\r\n\r\n',
};

describe('a reply', () => {
  test.each(Object.entries(replies))('%s is read in whichever pieces it comes, and not before its end', (_, text) => {
    const bytes = all(text);
    const cuts = Array.from({ length: bytes.length - 1 }, (_, i) => [i + 1]);
    for (const ends of [[], ...cuts, cuts.flat()]) {
      const read = replyReader();
      const said = pieces(bytes, ...ends).map((piece) => read(piece));
      expect(said.pop()).toMatchObject({ statusCode: 200, body: all('{"é":1}') });
      expect(said).toEqual(ends.map(() => undefined));
    }
  });

  test('has its headers in lower case, once each, without the space around them', () => {
    const head =
      'HTTP/1.1 400 \r\nDate:  Sun, 22 Nov 2026 12:00:00 GMT\t\r\nX-Two: a\r\nx-two: b\r\nX-Empty:\r\nCONTENT-LENGTH:0\r\n\r\n';
    expect(replyReader()(all(head))).toEqual({
      statusCode: 400,
      headers: { date: 'Sun, 22 Nov 2026 12:00:00 GMT', 'x-two': 'a, b', 'x-empty': '', 'content-length': '0' },
      body: all(''),
    });
  });

  test('may have no reason beside its status', () => {
    expect(replyReader()(all('HTTP/1.1 500\r\ncontent-length: 0\r\n\r\n'))).toMatchObject({ statusCode: 500 });
  });

  test('may be as long as a page of DynamoDB', () => {
    const body = Buffer.alloc(1_000_000, 'a');
    const bytes = Buffer.concat([all('HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n'), body]);
    const concat = jest.spyOn(Buffer, 'concat');
    const read = replyReader();
    const [last, ...before] = pieces(bytes, 65_536, 500_000, bytes.length - 3)
      .map((piece) => read(piece))
      .reverse();
    expect(before).toEqual([undefined, undefined, undefined]);
    expect(last?.body.equals(body)).toBe(true);
    // Once for its head, and once for all of it.
    expect(concat).toHaveBeenCalledTimes(2);
    concat.mockRestore();
  });

  const sized = (rest: string) => `HTTP/1.1 200 OK\r\n${rest}`;
  const chunked = (rest: string) => sized(`transfer-encoding: chunked\r\n\r\n${rest}`);
  test.each([
    ['what is no HTTP', 'garbage\r\n\r\n'],
    ['a head that says nothing', '\r\n\r\n'],
    ['HTTP of another version', 'HTTP/1.0 200 OK\r\ncontent-length: 0\r\n\r\n'],
    ['HTTP behind something else', ` ${sized('content-length: 0\r\n\r\n')}`],
    ['a status that is none', 'HTTP/1.1 2000 OK\r\ncontent-length: 0\r\n\r\n'],
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\ncontent-length: 0\r\n\r\n'],
    ['a head that does not end', sized(`x: ${'a'.repeat(16_400)}`)],
    ['a line that is no header', sized('content-length: 0\r\nheader\r\n\r\n')],
    ['a header without a name', sized('content-length: 0\r\n: value\r\n\r\n')],
    ['a header with a space in its name', sized('content-length : 0\r\n\r\n')],
    ['a header that goes on in the next line', sized('content-length: 0\r\nx: a\r\n b: c\r\n\r\n')],
    ['no length', sized('x: y\r\n\r\n')],
    ['a length below zero', sized('content-length: -1\r\n\r\n')],
    ['a length that is none', sized('content-length: 1e1\r\n\r\n')],
    ['two lengths', sized('content-length: 1\r\nContent-Length: 1\r\n\r\n{')],
    ['a length beside chunks', sized('content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n')],
    ['more than was announced', sized('content-length: 1\r\n\r\n{}')],
    ['a coding that nobody asked for', sized('transfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n')],
    ['a chunk without a size', chunked('\r\n\r\n')],
    ['a chunk of a size that is none', chunked('zz\r\n')],
    ['a chunk whose size has something behind it', chunked('1 a\r\n')],
    ['a chunk of a size beyond reason', chunked('123456789\r\n')],
    ['a size that does not end', chunked(`1;${'a'.repeat(130)}`)],
    ['a chunk that does not end where it says', chunked('1\r\n{}\r\n0\r\n\r\n')],
    ['a chunk with something else at its end', chunked('1\r\n{xx0\r\n\r\n')],
    ['something behind the last chunk', chunked('0\r\n\r\nHTTP/1.1 200 OK')],
    ['trailers', chunked('0\r\na: b\r\n\r\n')],
  ])('is not %s', (_, text) => {
    expect(() => replyReader()(all(text))).toThrow(new Error('What came is no HTTP.'));
  });
});
