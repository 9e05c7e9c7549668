import { errorOf } from '../../../../functions/kit/model/check';
import { readField } from '../../../../lib/scaffold/fields/field';

const read = (field: string, noun = 'zombie') => readField(field, 'zombies', noun);

test.each<[field: string, noun: string, code: string, first: string]>([
  ['name:text', 'product', 'maxLength: 100 }', "'Desk lamp'"],
  ['name:text', 'customer', 'maxLength: 100 }', "'Ada Lovelace'"],
  ['firstName:text', 'customer', 'maxLength: 100 }', "'Ada'"],
  ['note:text', 'order', 'maxLength: 2000 }', "'Please ring twice.'"],
  ['note:text@sorted', 'order', 'maxLength: 200 }', "'Please ring twice.'"],
  ['shelfMark:text', 'library-book', 'maxLength: 200 }', "'Shelf mark of the first library book'"],
  [`sku:text=${'x'.repeat(70)}`, 'product', 'maxLength: 200 }', "'LAMP-01'"],
  ['tags:list', 'product', 'maxLength: 100 }', "['Home']"],
  ['name:text(..9)', 'product', 'maxLength: 9 }', "'Desk lamp'"],
  ['name:text(24..)', 'product', 'maxLength: 100 }', "'Name of the first product'"],
  ['note:multiline', 'order', 'multiline()', "'Please ring twice.'"],
  ['mail:email', 'customer', 'email', "'ada@example.com'"],
  ['site:url', 'team', 'url', "'https://example.com/blue-harbor'"],
  ['price:number', 'product', '{ minimum: 0, maximum: 1_000_000 }', '9.99'],
  ['price:decimal(2)', 'product', '{ minimum: 0, maximum: 1_000_000 }', '9.99'],
  ['price:decimal(2,10..20)', 'product', '{ minimum: 10, maximum: 20 }', '10'],
  ['stars:integer(1..5)', 'review', '{ minimum: 1, maximum: 5 }', '5'],
  ['stars:integer(..3)', 'review', '{ maximum: 3 }', '3'],
  ['price:integer', 'product', '{ minimum: 0, maximum: 1_000_000 }', '3'],
  ['stock:integer=-1', 'product', '{ minimum: -1_000_000, maximum: 1_000_000 }', '12'],
  ['lat:number', 'place', '{ minimum: -1_000_000, maximum: 1_000_000 }', '1.5'],
  ['flat:number', 'place', '{ minimum: 0, maximum: 1_000_000 }', '1.5'],
  ['temperature:number', 'room', '{ minimum: -1_000_000, maximum: 1_000_000 }', '1.5'],
  ['size:integer=5000000000', 'file', 'integer({ minimum: 0 })', '3'],
])('npm run resource gives %s of a %s usual rules and examples', (field, noun, code, first) => {
  const found = read(field, noun);
  expect(found.code).toContain(code);
  expect(found.values[0]).toBe(first);
});

const texts = ['name', 'lastName', 'title', 'sku', 'code', 'text', 'note', 'description', 'address', 'city', 'country'];
test.each([...texts, 'phone', 'color', 'category', 'unheardOf'])('the examples of %s are five valid texts', (name) => {
  const { field, values } = read(`${name}:text@unique`);
  const given = values.map((code) => /^'([^'\\]+)'$/.exec(code)?.[1]);
  expect(new Set(given.map((text) => text?.toLowerCase())).size).toBe(5);
  expect(given.map((text) => errorOf(field, text))).toEqual(given.map(() => undefined));
});
