import { indexed, optional, storedAs, unique } from '../../../../functions/kit/model/field';
import { fieldsOfAll } from '../../../../functions/kit/model/models';

test('the fields of versions are known by attribute, in the order of the last version, each with its largest values', () => {
  const [code, label] = [optional(unique({ maxLength: 9 })), optional(unique({ maxLength: 9 }))];
  const state = indexed({ maxLength: 9 });
  const first = { code, label, state, text: { maxLength: 500 } };
  const last = { text: { maxLength: 5 }, code: storedAs('label', label) };
  expect(fieldsOfAll('NOTE', first, last)).toEqual([
    ['text', { maxLength: 500, stored: 'text' }],
    ['code', storedAs('label', label)],
    ['code', { ...code, stored: 'code' }],
    ['state', { ...state, stored: 'note_state' }],
  ]);
});
