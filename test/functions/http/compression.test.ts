import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { compressedResponse, pickCoding } from '../../../functions/http/compression';
import { eventOf } from '../../support/event';

describe('Accept-Encoding', () => {
  test.each([
    [undefined, undefined],
    ['', undefined],
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['X-Gzip', 'gzip'],
    ['x-gzip;q=0, *;q=0.1', 'br'],
    ['x-gzip;q=0, br;q=0', undefined],
    ['x-br, x-gzipped', undefined],
    ['gzip, deflate, br, zstd', 'br'],
    ['br, gzip', 'br'],
    ['gzip;q=1.0, br;q=0.9', 'gzip'],
    ['gzip;q=1.000, br;q=0.999', 'gzip'],
    ['gzip;q=0.5, br;q=0.5', 'br'],
    ['gzip ; q=0.001', 'gzip'],
    ['br;q=0', undefined],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['*;q=0', undefined],
    ['gzip;q=0.2, *;q=0.8', 'br'],
    ['identity', undefined],
    ['identity, br', 'br'],
    ['identity;q=1, br;q=0.5', undefined],
    ['identity;q=0.5, br;q=0.8', 'br'],
    ['identity;q=0', undefined],
    ['deflate, zstd', undefined],
    ['br;q=2', undefined],
    ['br;q=-1, gzip;q=0.1', 'gzip'],
    ['br;q=0.1234, gzip;q=NaN', undefined],
    ['br;level=1', undefined],
    ['brotli, xgzip', undefined],
    [',,;,=,br', 'br'],
    ['__proto__, constructor;q=1', undefined],
  ])('%j gets %s', (accepted, coding) => {
    expect(pickCoding(accepted)).toBe(coding);
  });

  test.each([
    ['br', undefined],
    ['br, gzip;q=0.1', 'gzip'],
  ])('%j gets %s when gzip is all that is offered', (accepted, coding) => {
    expect(pickCoding(accepted, ['gzip'])).toBe(coding);
  });

  test('gets the coding with the greatest weight, whatever else is in the header', () => {
    const weight = fc.integer({ min: 0, max: 1000 }).map((thousandths) => thousandths / 1000);
    const weights = fc.record({ br: weight, gzip: weight, identity: weight }, { requiredKeys: [] });
    const noise = fc.array(fc.constantFrom('zstd', 'deflate;q=1', 'br;q=9', ';', '"', 'x y', ''));
    const property = fc.property(weights, noise, (given, more) => {
      const parts = Object.entries(given).map(([name, value]) => `${name};q=${value}`);
      const { br = 0, gzip = 0, identity = 0 } = given;
      const most = Math.max(br, gzip);
      const expected = most > 0 && most >= identity ? (br === most ? 'br' : 'gzip') : undefined;
      expect(pickCoding([...more, ...parts].join(','))).toBe(expected);
    });
    fc.assert(property);
  });

  test('never fails, and takes linear time', () => {
    fc.assert(fc.property(fc.string(), (text) => ['br', 'gzip', undefined].includes(pickCoding(text))));
    const startedMs = performance.now();
    for (const text of ['br;q=0.', ' ', ';', 'a', ',']) pickCoding(text.repeat(10_000));
    expect(performance.now() - startedMs).toBeLessThan(500);
  });
});

const content = (body: string) => ({ rev: 'x', type: 'text/plain', body, headers: {} });
const respond = (accepted: string, body: string, precondition = {}) =>
  compressedResponse(
    { event: eventOf('GET /posts', { headers: { 'accept-encoding': accepted } }), precondition },
    content(body),
  );

test.each([
  ['a', 1023, 'x'],
  ['a', 1024, 'x-br'],
  ['é', 511, 'x'],
  ['é', 512, 'x-br'],
])('a body is compressed from 1,024 bytes: %s × %i', (character, count, rev) => {
  expect(respond('br', character.repeat(count)).headers?.etag).toBe(`"${rev}"`);
});

describe('a compressed response', () => {
  const body = 'text '.repeat(1000);

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('in %s holds the body as base64, and says its coding', (coding, decompress) => {
    const compressed = respond(coding, body);
    expect(compressed).toMatchObject({
      statusCode: 200,
      headers: { 'content-encoding': coding },
      isBase64Encoded: true,
    });
    const bytes = Buffer.from(compressed.body ?? '', 'base64');
    expect(bytes.length).toBeLessThan(100);
    expect(decompress(bytes).toString()).toBe(body);
  });

  test.each([
    ['x', 200],
    ['x-br', 200],
    ['x-gzip', 304],
  ])('is for a client that has the revision %s a %i', (rev, statusCode) => {
    const headers = { etag: '"x-gzip"' };
    expect(respond('gzip', body, { ifNoneMatch: [rev] })).toMatchObject({ statusCode, headers });
  });

  test('without a coding is the body itself', () => {
    expect(respond('zstd', body).body).toBe(body);
  });
});
