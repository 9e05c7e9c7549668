import { indexed, optional, storedAs, unique } from '../../../../functions/kit/model/field';
import { fieldsOfAll } from '../../../../functions/kit/model/models';

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
