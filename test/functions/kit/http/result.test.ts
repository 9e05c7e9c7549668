import fc from 'fast-check';
import { readReturn, toListResponse, wantsCount } from '../../../../functions/kit/http/result';
import { handler as listRoutes } from '../../../../functions/kit/site/list';
import { eventOf, invoke } from '../../../support/unit/event';
import { mockTable } from '../../../support/unit/table';
import { askThings } from '../things';

const table = mockTable();

test('Vary names origin, beside its other names, on a stage that names origins', async () => {
  table.onAnyCommand().resolves({ Items: [] });
  process.env.VARY = 'origin';
  const lists = [await askThings('GET /things?id='), await askThings('GET /things')];
  const responses = [...lists, await invoke(listRoutes, eventOf('GET /'))];
  delete process.env.VARY;
  const expected = ['origin', 'accept-encoding, prefer, origin', 'accept, origin'];
  expect(responses.map(({ headers }) => headers?.vary)).toEqual(expected);
});

test('the link to the next page keeps a space and a plus of the query', () => {
  const event = eventOf('GET /orders', { query: 'city=New%20York&code=a+b' });
  const page = { body: [], next: { after: 'x' } };
  const { headers } = toListResponse({ routeKey: 'GET /orders' }, { event, precondition: {} }, page);
  expect(headers?.link).toContain('?city=New%20York&code=a%2Bb&after=x>');
});

describe('Prefer', () => {
  test.each([
    ['return, minimal, count', undefined, false],
    ['return=minimalist, count=exactly', undefined, false],
    ['x-return=minimal, discount=exact', undefined, false],
    ['x="a, return=minimal, count=exact', undefined, false],
    ['x="a\\", return=minimal, count=exact, b="', undefined, false],
    ['x="a\\\\", return=minimal, count=exact', 'minimal', true],
  ])('%s asks for the body %s, and for a count: %p', (prefer, body, isCounted) => {
    expect([readReturn(prefer), wantsCount(prefer)]).toEqual([body, isCounted]);
  });

  test('is read as the list of preferences that was written', () => {
    const space = fc.constantFrom('', ' ', '\t');
    const name = fc.constantFrom('return', 'RETURN', 'count', 'wait', 'x-return');
    const word = fc.constantFrom('minimal', 'Representation', 'exact', 'planned', '10');
    const quoted = fc.string().map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`);
    const quotedWord = word.map((text) => `"${text}"`);
    const value = fc.oneof(word, quotedWord, quoted);
    const quotedParameter = quoted.map((text) => `;y=${text}`);
    const parameter = fc.oneof(fc.constantFrom('', '; x=y'), quotedParameter);
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
