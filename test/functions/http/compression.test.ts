import fc from 'fast-check';
import { compressedResponse, pickCoding } from '../../../functions/http/compression';
import { eventOf } from '../../support/event';
import { cpuMs } from '../../support/time';

describe('Accept-Encoding', () => {
  test.each([
    [undefined, undefined],
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['X-Gzip', 'gzip'],
    ['x-gzip;q=0, *;q=0.1', 'br'],
    ['x-gzip;q=0, br;q=0', undefined],
    ['br, gzip', 'br'],
    ['gzip;q=1.0, br;q=0.9', 'gzip'],
    ['gzip;q=0.5, br;q=0.5', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['*;q=0', undefined],
    ['gzip;q=0.2, *;q=0.8', 'br'],
    ['identity;q=1, br;q=0.5', undefined],
    ['identity;q=0.5, br;q=0.8', 'br'],
    ['identity;q=0', undefined],
    ['br;q=2', undefined],
    ['br;q=-1, gzip;q=0.1', 'gzip'],
    ['br;q=0.1234, gzip;q=NaN', undefined],
    ['br;level=1', undefined],
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

  test('never fails, and takes linear processor time', () => {
    fc.assert(fc.property(fc.string(), (text) => ['br', 'gzip', undefined].includes(pickCoding(text))));
    const startedMs = cpuMs();
    for (const text of ['br;q=0.', ' ', ';', 'a', ',']) pickCoding(text.repeat(10_000));
    expect(cpuMs() - startedMs).toBeLessThan(500);
  });
});

const respond = (body: string) => {
  const event = eventOf('GET /posts', { headers: { 'accept-encoding': 'br' } });
  return compressedResponse({ event, precondition: {} }, { rev: 'x', type: 'text/plain', body, headers: {} });
};

test.each([
  ['a', 1023, 'x'],
  ['a', 1024, 'x-br'],
  ['é', 511, 'x'],
  ['é', 512, 'x-br'],
])('a body is compressed from 1,024 bytes: %s × %i', (character, count, rev) => {
  expect(respond(character.repeat(count)).headers?.etag).toBe(`"${rev}"`);
});
