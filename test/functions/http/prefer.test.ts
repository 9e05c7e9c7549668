import fc from 'fast-check';
import { readReturn, wantsCount } from '../../../functions/http/prefer';

describe('Prefer', () => {
  test.each([
    ['return=minimal', 'minimal'],
    ['return=representation', 'representation'],
    ['Return = "Minimal"', 'minimal'],
    ['respond-async, return=minimal', 'minimal'],
    ['return=minimal; x=y', 'minimal'],
    ['return=minimal, return=representation', 'minimal'],
    ['return=nothing, return=minimal', 'minimal'],
    ['x="a, return=minimal, b"', undefined],
    ['x="a, return=minimal', undefined],
    ['x="a\\", return=minimal, b="', undefined],
    ['x="a\\\\", return=minimal', 'minimal'],
    ['return=minimalist', undefined],
    ['x-return=minimal', undefined],
    ['minimal', undefined],
    ['return', undefined],
    ['', undefined],
  ])('%s asks for the body %s', (prefer, expected) => {
    expect(readReturn(prefer)).toBe(expected);
  });

  test.each([
    ['Count = "exact"', true],
    ['respond-async, count=exact; wait=1', true],
    ['return=minimal', false],
    ['count=exactly', false],
    ['count=planned', false],
    ['x="a, count=exact"', false],
    ['count=estimated, count=exact', true],
    ['discount=exact', false],
    ['count', false],
    ['', false],
  ])('%s asks for a count: %p', (prefer, expected) => {
    expect(wantsCount(prefer)).toBe(expected);
  });

  test('is read as the list of preferences that was written', () => {
    const space = fc.constantFrom('', ' ', '\t');
    const name = fc.constantFrom('return', 'RETURN', 'count', 'wait', 'x-return');
    const word = fc.constantFrom('minimal', 'Representation', 'exact', 'planned', '10');
    const quoted = fc.string().map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`);
    const value = fc.oneof(
      word,
      word.map((text) => `"${text}"`),
      quoted,
    );
    const parameter = fc.oneof(
      fc.constant(''),
      fc.constant('; x=y'),
      quoted.map((text) => `;y=${text}`),
    );
    const preferences = fc.array(fc.tuple(space, name, space, value, space, parameter));
    const property = fc.property(preferences, (all) => {
      const header = all.map(
        ([before, key, left, text, right, more]) => `${before}${key}${left}=${right}${text}${more}`,
      );
      const first = (wanted: string, values: string[]) =>
        all
          .filter(([, key]) => key.toLowerCase() === wanted)
          .map(([, , , text]) => text.replace(/^"(.*)"$/s, '$1').toLowerCase())
          .find((text) => values.includes(text));
      expect(readReturn(header.join())).toBe(first('return', ['minimal', 'representation']));
      expect(wantsCount(header.join())).toBe(first('count', ['exact']) === 'exact');
    });
    fc.assert(property);
  });
});
