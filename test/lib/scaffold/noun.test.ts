import { namesOf, readField } from '../../../lib/scaffold/noun';

test.each<[argument: string, reason: string]>([
  [
    'price',
    'write name:kind, name:kind? or name:kind=default; kinds: text, integer, number, boolean, instant, list, draft|',
  ],
  ['price:money', 'write name:kind'],
  ['rev:text', 'whose name belongs to the service'],
  ['price:integer=5.5', 'whose default is not of its kind'],
  ['active:boolean=yes', 'whose default is not of its kind'],
  ["name:text=it's", 'whose default is not of its kind'],
  ['mood:calm|cross=sad', 'whose default is not of its kind'],
])('npm run resource refuses the field %s', (argument, reason) => {
  expect(() => readField(argument, 'notes')).toThrow(`The field is "${argument}"`);
  expect(() => readField(argument, 'notes')).toThrow(reason);
});

test.each([
  ['products', 'product'],
  ['categories', 'category'],
  ['boxes', 'box'],
  ['branches', 'branch'],
  ['statuses', 'status'],
  ['houses', 'house'],
  ['prices', 'price'],
])('npm run resource takes %s for the plural of %s', (plural, noun) => {
  expect(namesOf(plural).noun).toBe(noun);
});

test.each(['Products', 'sheep', 'routes', 'texts', 'this', 'maps', 'address'])(
  'npm run resource refuses the noun %s',
  (plural) => {
    expect(() => namesOf(plural)).toThrow(`The resource is "${plural}"`);
  },
);

test('npm run resource takes a singular that is given', () => {
  expect(namesOf('movies', { noun: 'movie' })).toMatchObject({ noun: 'movie', collection: 'MOVIE' });
});
