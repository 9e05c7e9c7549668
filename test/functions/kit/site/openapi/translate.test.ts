import { optional, storedAs } from '../../../../../functions/kit/model/field';
import { object, objects } from '../../../../../functions/kit/model/objects';
import { translate } from '../../../../../functions/kit/site/openapi/resource';

test('the values of a version have the names of another one, also inside objects and lists, without what it lacks', () => {
  const text = { maxLength: 9 };
  const place = { street: text, note: optional(text) };
  const first = { collection: 'NOTE', input: { title: text, place: object(place), places: objects(place) } };
  const moved = { road: storedAs('street', text) };
  const input = { heading: storedAs('title', text), place: object(moved), places: objects(moved) };
  const values = { title: 'a', place: { street: 'b', note: 'c' }, places: [{ street: 'd' }] };
  const translated = { heading: 'a', place: { road: 'b' }, places: [{ road: 'd' }] };
  expect(translate(values, first, { collection: 'NOTE', input })).toEqual(translated);
});
