import { type Field, type Fields, indexed, storedAs, unique } from '../../../functions/kit/model/field';
import { Timestamp } from '../../../functions/kit/model/id';
import { boolean, instant, number, oneOf, texts } from '../../../functions/kit/model/kinds';
import { responseOf } from '../../../functions/kit/model/models';
import { pageQuery } from '../../../functions/kit/model/page';
import { belongsTo } from '../../../functions/kit/model/relation';
import { sortedPageQuery } from '../../../functions/kit/model/sort-query';
import { sorted } from '../../../functions/kit/model/sorted';
import { relationsOf } from '../../../functions/kit/resources';
import { states } from '../../../functions/kit/rules/states';
import type { Resource } from '../../../functions/kit/site/openapi/resource';
import { resources } from '../../../functions/resources';
import { nameErrorOf } from '../../../lib/models/field-rules';
import { modelErrors } from '../../../lib/models/model-rules';

test.each<[name: string, reason: string]>([
  ['rev', 'belongs to the service'],
  ['constructor', 'is a member of every object'],
  ['Caller', 'must begin with a lower-case letter'],
  ...resources
    .flatMap((resource) => relationsOf(resource).map(({ stored }) => stored))
    .filter((name) => !name.includes('_'))
    .map((name): [string, string] => [name, 'into the index of']),
])('no field has the name %s', (name, reason) => {
  expect(nameErrorOf(name, 'others')).toContain(reason);
});

const text = (maxLength: number) => ({ maxLength, default: '' });
const fieldsOf = (count: number, field: Field, name = 'field') =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`${name}${i}`, field]));

const many = states(Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`s${i}`, ['end']])));

test.each<[string, Fields, string]>([
  ['text without a maximum', { body: {} }, 'The field "body" of notes has no maxLength'],
  ['list of such texts', { tags: { items: {}, maxItems: 9 } }, 'The field "tags" of notes has no maxLength'],
  ['unique text with a default', { code: unique(text(9)) }, 'The field "code" of notes is unique, and many'],
  [
    'text with a default that is too long',
    { code: { ...text(2), default: 'new' } },
    'The field "code" of notes has the default "new", which must be at most 2',
  ],
  [
    'list with such a default',
    { tags: { ...texts(text(2)), default: ['new'] } },
    'The field "tags" of notes has the default ["new"], which must',
  ],
  [
    'default in another form than it is stored',
    { at: { ...instant, default: '2026-11-01T08:30:00Z' } },
    'which is stored as "2026-11-01T08:30:00.000Z"',
  ],
  ['set with a value twice', { state: oneOf('a', 'b', 'a') }, 'The field "state" of notes has "a" twice in its set'],
  [
    'field with the attribute of the owner',
    { by: storedAs('owner', text(9)) },
    'The field "by" of notes is stored as "owner", which belongs to the service',
  ],
  [
    'field with the attribute of a count',
    { by: storedAs('note__count', text(9)) },
    'is stored as "note__count", which must begin with a lower-case letter, then letters, digits or single _',
  ],
  [
    'field with the attribute of a placeholder',
    { by: storedAs('Caller', text(9)) },
    'is stored as "Caller", which must begin with a lower-case letter',
  ],
  ['set with an empty text under an index', { state: indexed(oneOf('', 'a')) }, 'The field "state" of notes may be'],
  [
    'pattern under an index that an empty text matches',
    { state: indexed({ maxLength: 9, pattern: [/^\d*$/, ''] }) },
    'The field "state" of notes may be empty',
  ],
  [
    'PUT that one transaction does not take',
    fieldsOf(50, unique({ maxLength: 9 }), 'f'),
    'A PUT of notes can take 101 writes',
  ],
  ['largest item that DynamoDB refuses', fieldsOf(3, text(50_000)), 'The largest of the notes has 600'],
  [
    'largest item that only its entries make too large',
    { body: text(100_000), ...fieldsOf(9, sorted(number())) },
    'The largest of the notes has 410',
  ],
  ['condition that DynamoDB refuses', fieldsOf(57, text(1)), 'A PATCH of notes has too many fields'],
  ['update that DynamoDB refuses', fieldsOf(80, sorted(number())), 'A PATCH of notes has too many fields'],
  [
    'required field of handlers',
    { total: { ...number(), isServerSet: true } },
    'is set by handlers only, and a creation',
  ],
  ['condition of states that DynamoDB refuses', fieldsOf(20, many), 'A PATCH of notes has too many fields'],
  ['boolean that sorts', { isDone: sorted(boolean) }, 'The field "isDone" of notes cannot be sorted'],
])('notes may not have a %s', (_, response, error) => {
  const query = sortedPageQuery(response);
  expect(modelErrors({ list: { routeKey: 'GET /notes', query, response } })).toEqual([expect.stringContaining(error)]);
});

test('notes with a sorted field may not have the query of a list without an order', () => {
  const input = { at: sorted(instant), price: sorted(number()) };
  const errorsWith = (query: Fields, response: Fields = input) =>
    modelErrors({ list: { routeKey: 'GET /notes', query, response } });
  const errorOf = (field: string) => [
    `The field "${field}" of notes is sorted, and GET /notes has no sort by it; make its query by sortedPageQuery.`,
  ];
  const found = [pageQuery(input), sortedPageQuery({ at: input.at }), sortedPageQuery(input)].map((each) =>
    errorsWith(each),
  );
  expect(found).toEqual([errorOf('at'), errorOf('price'), []]);
  const changed = responseOf(input, sorted(Timestamp));
  expect([sortedPageQuery(input), sortedPageQuery(changed)].map((each) => errorsWith(each, changed))).toEqual([
    errorOf('updatedAt'),
    [],
  ]);
  expect(errorsWith(sortedPageQuery(changed))).toEqual([
    'GET /notes sorts by "updatedAt", which is not sorted in the response of notes; declare it there.',
  ]);
});

test('notes may have the parents of another resource, under the same names', () => {
  const names = ['otherId', ...resources.flatMap(relationsOf).map(({ attribute }) => attribute)];
  const response = Object.fromEntries(
    names.map((name) => [name, belongsTo({ attribute: name as `${string}Id`, parent: 'other' })]),
  );
  expect(modelErrors({ list: { routeKey: 'GET /notes', query: { after: {} }, response } })).toEqual([]);
});

test('no member that expand adds has the name of one of the service', () => {
  const route = {
    routeKey: 'GET /notes',
    query: { after: {} },
    response: {},
    expands: { id: {}, owner: {}, by: {} },
  } as const;
  expect(modelErrors({ route })).toEqual(
    ['id', 'owner'].map((name) => expect.stringContaining(`The member "${name}" that expand adds to notes belongs`)),
  );
});

test('notes of two versions may not be larger together than an item of DynamoDB', () => {
  const [one, other] = [{ body: text(60_000) }, { text: text(60_000) }];
  const versions = { '/notes': one, '/api/v2/notes': other };
  const all = Object.entries(versions).map(([path, input]) => ({ ...resources[0], collection: 'NOTE', path, input }));
  const first = { routeKey: 'GET /notes', query: { after: {} }, response: one } as const;
  expect(modelErrors({ first }, all as Resource[])).toEqual([
    expect.stringContaining('The largest of the notes has 480'),
  ]);
  expect(modelErrors({ first }, [])).toEqual([]);
});
