import { resources } from '../../../functions/resources';
import { namesOf, readField } from '../../../lib/scaffold/noun';

test.each<[argument: string, reason: string]>([
  [
    'price',
    'write name:kind, name:kind? or name:kind=default; kinds: text, integer, number, boolean, instant, list, draft|',
  ],
  ['price:money', 'write name:kind'],
  ['rev:text', 'a name that the service uses'],
  ['createdAt:instant', 'a name that the service uses'],
  ...resources.flatMap(({ relation }): [string, string][] =>
    relation ? [[`${relation.attribute}:text`, 'a name that the service uses']] : [],
  ),
  ['price:integer=5.5', 'whose default is not of its kind'],
  ['active:boolean=yes', 'whose default is not of its kind'],
  ["name:text=it's", 'whose default is not of its kind'],
  ['mood:calm|cross=sad', 'whose default is not of its kind'],
])('npm run resource refuses the field %s', (argument, reason) => {
  expect(() => readField(argument)).toThrow(`The field is "${argument}"`);
  expect(() => readField(argument)).toThrow(reason);
});

test.each([
  ['products', 'product'],
  ['categories', 'category'],
  ['boxes', 'box'],
  ['branches', 'branch'],
  ['prices', 'price'],
])('npm run resource takes %s for the plural of %s', (plural, noun) => {
  expect(namesOf(plural).noun).toBe(noun);
});

test.each(['Products', 'sheep', 'routes', 'texts'])('npm run resource refuses the noun %s', (plural) => {
  expect(() => namesOf(plural)).toThrow(`The resource is "${plural}"`);
});
