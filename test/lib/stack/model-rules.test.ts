import type { Resource } from '../../../functions/kit/http/resource';
import { type Field, type Fields, unique } from '../../../functions/kit/model/field';
import { storedIn } from '../../../functions/kit/model/relation';
import { relationsOf, resources } from '../../../functions/resources';
import { modelErrors, nameErrorOf } from '../../../lib/stack/model-rules';

test.each<[name: string, reason: string]>([
  ['rev', 'belongs to the service'],
  ['viewCount', 'belongs to the service, as each name that ends in Count does'],
  ['constructor', 'is a member of every object'],
  ['Caller', 'must begin with a lower-case letter'],
  ...resources
    .flatMap((resource) => relationsOf(resource).map(storedIn))
    .filter((name) => !name.includes('_'))
    .map((name): [string, string] => [name, 'into the index of']),
])('no field has the name %s', (name, reason) => {
  expect(nameErrorOf(name, 'others')).toContain(reason);
});

const text = (maxLength: number) => ({ maxLength, default: '' });
const fieldsOf = (count: number, field: Field, name = 'field') =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`${name}${i}`, field]));

test.each<[string, Fields, string]>([
  ['text without a maximum', { body: {} }, 'The field "body" of notes has no maxLength'],
  ['list of such texts', { tags: { items: {}, maxItems: 9 } }, 'The field "tags" of notes has no maxLength'],
  ['unique text with a default', { code: unique(text(9)) }, 'The field "code" of notes is unique, and many'],
  ['largest item that DynamoDB refuses', fieldsOf(3, text(50_000)), 'The largest of the notes has 600'],
  ['condition that DynamoDB refuses', fieldsOf(57, text(1)), 'A PATCH of notes has too many fields'],
])('notes may not have a %s', (_, response, error) => {
  expect(modelErrors({ list: { routeKey: 'GET /notes', query: { after: {} }, response } })).toEqual([
    expect.stringContaining(error),
  ]);
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
