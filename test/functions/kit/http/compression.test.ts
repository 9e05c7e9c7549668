import fc from 'fast-check';
import { compressedResponse, pickCoding } from '../../../../functions/kit/http/compression';
import { cpuMs, expectWithin } from '../../../support/time';
import { eventOf } from '../../../support/unit/event';

describe('Accept-Encoding', () => {
  test.each([
    [undefined, undefined],
    ['br, gzip', 'br'],
    ['GZIP', 'gzip'],
    ['X-Gzip', 'gzip'],
    ['x-gzip;q=0, *;q=0.1', 'br'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['gzip;q=0.2, *;q=0.8', 'br'],
    ['*;q=0', undefined],
    ['br;q=-1, gzip;q=0.1', 'gzip'],
    ['br;q=0.1234, gzip;q=NaN', undefined],
    ['br;level=1', undefined],
    ['__proto__, constructor;q=1', undefined],
  ])('%j gets %s', (accepted, coding) => {
    expect(pickCoding(accepted)).toBe(coding);
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

  test('takes linear processor time', () => {
    const startedMs = cpuMs();
    for (const text of ['br;q=0.', ' ', ';', 'a', ',']) pickCoding(text.repeat(10_000));
    expectWithin(500, cpuMs() - startedMs);
  });
});

test.each([
  [1023, '"rev"', `x${'é'.repeat(511)}`],
  [1024, '"rev-br"', 'é'.repeat(512)],
])('a body of %i bytes has the ETag %s, because compression begins at 1,024 bytes', (_, etag, body) => {
  const event = eventOf('GET /things', { headers: { 'accept-encoding': 'br' } });
  const content = { rev: 'rev', type: 'text/plain', body, headers: {} };
  expect(compressedResponse({ event, precondition: {} }, content).headers?.etag).toBe(etag);
});
