import { indexed, optional, storedAs, unique } from '../../../../functions/kit/model/field';
import { fieldsOfAll, nestedFieldsOf } from '../../../../functions/kit/model/models';
import { object } from '../../../../functions/kit/model/objects';

test('the fields of versions are known by attribute, in the order of the last version, each with its largest values', () => {
  const [code, label] = [optional(unique({ maxLength: 9 })), optional(unique({ maxLength: 9 }))];
  const state = indexed({ maxLength: 9 });
  const first = { code, label, state, text: { maxLength: 500 } };
  const last = { text: { maxLength: 5 }, code: storedAs('label', label) };
  const fields = fieldsOfAll('NOTE', first, last).map(({ name, attribute, field }) => [name, attribute, field]);
  expect(fields).toEqual([
    ['text', 'text', { maxLength: 500 }],
    ['code', 'label', storedAs('label', label)],
    ['code', 'code', code],
    ['state', 'note_state', state],
  ]);
});

test('an object has the members of all versions, each once by its stored name, and with its largest values', () => {
  const [large, small] = [{ maxLength: 500 }, { maxLength: 5 }];
  const first = { place: object({ street: large, inner: object({ a: small }) }) };
  const last = { place: object({ road: storedAs('street', small), inner: object({ b: large }), zip: small }) };
  const [found] = fieldsOfAll('NOTE', first, last);
  const members = found && nestedFieldsOf(found).map(({ attribute, field }) => [attribute, field.maxLength]);
  expect(Object.fromEntries(members ?? [])).toEqual({
    ...{ 'place.street': 500, 'place.zip': 5, 'place.inner': undefined },
    ...{ 'place.inner.a': 5, 'place.inner.b': 500 },
  });
});
