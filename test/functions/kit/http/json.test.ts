import fc from 'fast-check';
import { scan } from '../../../../functions/kit/http/json';

const isJson = (source: string) => {
  try {
    JSON.parse(source);
    return true;
  } catch {
    return false;
  }
};

/** Writes a string with an escape for each of its code units. */
const escapeAll = (text: string) =>
  `"${text.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`;

describe('the scanner', () => {
  test.each<[string, number | undefined]>([
    [' { "a" : [ 1 , -0.5E+10 , true , false , null , "x" ] , "b" : { } } ', undefined],
    ['"\\u00e9\\n\\"\\\\\\/\\b\\f\\r\\t\u007f\u0085\u2028"', undefined],
    ['', 0],
    ['{]', 1],
    ['{"a"}', 4],
    ['{"a":}', 5],
    ['{"a":1,}', 7],
    ['{1:2}', 1],
    ['{"a":1 "b":2}', 7],
    ['[1,]', 3],
    ['1 2', 2],
    ['{}}', 2],
    ['01', 1],
    ['1.', 1],
    ['"\\u12"', 0],
    ['\u00a01', 0],
  ])('finds the first error of %j at %p', (source, errorAt) => {
    expect(scan(source)).toEqual({ errorAt, repeated: [], values: expect.any(Number) });
  });

  test('accepts the same texts as JSON.parse', () => {
    const tokens = fc.constantFrom(...'{}[],:" 1-\u0000\u00e9', ...['"a"', '.5', 'e9', 'true', 'nul', '\\u00e9']);
    const json = fc.json();
    // JSON texts with one character replaced.
    const damaged = fc.tuple(json, fc.nat(), tokens).map(([text, index, token]) => {
      const at = index % text.length;
      return text.slice(0, at) + token + text.slice(at + 1);
    });
    const anyTokens = fc.array(tokens).map((parts) => parts.join(''));
    const texts = fc.oneof(json, damaged, anyTokens);
    fc.assert(fc.property(texts, (source) => (scan(source).errorAt === undefined) === isJson(source)));
  });

  test.each([
    ['escapes', `"${'\\n'.repeat(131_000)}"`, undefined, 1],
    ['escapes without end', `"${'\\n'.repeat(131_000)}`, 0, 0],
    ['spaces', ' '.repeat(262_000), 262_000, 0],
    ['brackets', '['.repeat(262_000), undefined, 10_001],
    ['values before an error', `[${'1,'.repeat(131_000)}x`, undefined, 10_001],
  ])('scans 256 KiB of %s, up to 10,000 values', (_, source, errorAt, values) => {
    expect(scan(source)).toEqual({ errorAt, repeated: [], values });
  });

  test.each([
    ['{"a":{"b":1,"b":2},"b":3}', [['a', 'b']], 5],
    [
      '[{"a":1},{"a":1,"a":[2,{"b":1,"b":2}]}]',
      [
        [1, 'a'],
        [1, 'a', 1, 'b'],
      ],
      10,
    ],
    ['{"a":"a","b":"a","c":[{"a":1},{"a":1}]}', [], 8],
    [`${'[{"a":'.repeat(5)}{"b":1,"b":2}${'}]'.repeat(5)}`, [], 13],
  ])('finds in %s the repeated names at %j, and %i values', (source, repeated, count) => {
    expect(scan(source)).toEqual({ repeated, values: count });
  });

  test('finds every repeated name of an object, with whatever escapes it is written', () => {
    const name = fc.oneof(fc.constantFrom('a', 'z', '__proto__', ''), fc.string());
    const fields = fc.array(fc.tuple(name, fc.boolean(), fc.integer().map(String)));
    const property = fc.property(fields, (all) => {
      const members = all.map(
        ([key, isEscaped, value]) => `${isEscaped ? escapeAll(key) : JSON.stringify(key)}:${value}`,
      );
      const names = all.map(([key]) => key);
      const repeated = names.filter((key, index) => names.indexOf(key) < index);
      expect(scan(`{${members}}`)).toEqual({ repeated: repeated.map((key) => [key]), values: expect.any(Number) });
    });
    fc.assert(property);
  });
});
