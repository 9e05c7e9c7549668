import { type Field, type Fields, storedAs, unique } from '../../../functions/kit/model/field';
import { object, objects } from '../../../functions/kit/model/objects';
import { sortedPageQuery } from '../../../functions/kit/model/sort-query';
import { modelErrors } from '../../../lib/models/model-rules';

/** Makes an object of any fields. The types allow no unique member. */
const at = (fields: Fields): Field => object(fields as Parameters<typeof object>[0]);
const text = { maxLength: 9, default: '' };
const many = Object.fromEntries(Array.from({ length: 65 }, (_, i) => [`field${i}`, text]));

test.each<[string, Fields, string]>([
  [
    'an object four deep',
    { a: at({ b: at({ c: at({ d: at({ e: text }) }) }) }) },
    'The field "a" of notes has a member',
  ],
  ['an object of 65 members', { all: at(many) }, 'The field "all" of notes has 65 members; at most 64'],
  ['a list of 101 objects', { all: objects({ a: text }, { maxItems: 101 }) }, 'The field "all" of notes can have 101'],
  ['a unique member', { all: at({ a: unique(text) }) }, 'The field "all" of notes has a member "a", which is "unique"'],
  ['a member of a forbidden name', { all: at({ valueOf: text }) }, 'The field "all" of notes has a member "valueOf"'],
  ['two members in one place', { all: at({ a: text, b: storedAs('a', text) }) }, 'The field "all" of notes has a'],
  ['an object that is unique', { all: unique(at({ a: text })) }, 'The field "all" of notes is an object; use a text'],
  ['an unbound text in an object', { all: at({ a: {} }) }, 'The field "all" of notes has no maxLength'],
])('notes may not have %s', (_, response, error) => {
  expect(modelErrors({ list: { routeKey: 'GET /notes', query: sortedPageQuery(response), response } })).toEqual([
    expect.stringContaining(error),
  ]);
});
