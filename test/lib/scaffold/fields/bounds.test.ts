import { errorOf } from '../../../../functions/kit/model/check';
import { readField } from '../../../../lib/scaffold/fields/field';

test.each<[argument: string, reason: string]>([
  ['price:decimal', 'whose number of decimals is not from 1 to 8; write decimal(2)'],
  ['price:decimal(0)', 'whose number of decimals is not from 1 to 8; write decimal(2)'],
  [
    'price:decimal(2,)',
    'whose bounds are ""; write them as in decimal(2,0..1000), decimal(2,0..) or decimal(2,..1000)',
  ],
  ['price:decimal(2,0..0.001)', 'whose bound 0.001 must have at most 2 decimals'],
  ['price:decimal(2,5..5)', 'whose bounds are 5 and 5; put the smaller one first'],
  ['price:decimal(2)=9.999', 'has the default 9.999, which must have at most 2 decimals'],
  ['stars:integer(5)', 'whose bounds are "5"; write them as in integer(1..10), integer(1..) or integer(..10)'],
  ['stars:integer(..)', 'whose bounds are ".."'],
  ['stars:integer(5..1)', 'whose bounds are 5 and 1; put the smaller one first'],
  ['stars:integer(0.5..5)', 'whose bound 0.5 must be an integer, not 0.5'],
  ['stars:integer(1..5)=6', 'has the default 6, which must be at most 5'],
  ['sum:integer(0..9007199254740992)', 'whose bound 9007199254740992 must be at most 9007199254740991'],
  ['name:text(-1..5)', 'whose bounds are numbers of characters; write whole numbers'],
  [
    'name:text(0..5)',
    'whose text may not be empty; let it begin with 1, and make the field optional, or use multiline',
  ],
  ['name:text(201..)', 'whose bounds are 201 and 100; put the smaller one first'],
  ['isSold:boolean(0..1)', 'whose kind has no bounds; integer, number, decimal, text and multiline have'],
  ['land:country=UK', 'has the default "UK", which must be a country code of ISO 3166-1 in capitals, such as DE'],
  ['dueOn:date=2026-02-29', 'has the default "2026-02-29", which must be a day that exists'],
])('npm run resource refuses the field %s, which %s', (argument, reason) => {
  expect(() => readField(argument, 'notes', 'note')).toThrow(`The field is "${argument}", `);
  expect(() => readField(argument, 'notes', 'note')).toThrow(reason);
});

test.each([
  ['price:decimal(2)@sorted', 'sorted(decimal(2, { minimum: 0, maximum: 1_000_000 }))', undefined],
  [
    'price:decimal(2,0..1000)=9.99@indexed',
    'indexed(withDefault(decimal(2, { minimum: 0, maximum: 1000 }), 9.99))',
    'indexed',
  ],
  ['amount:decimal(2,0.01..100000)', 'decimal(2, { minimum: 0.01, maximum: 100_000 })', undefined],
  ['price:decimal(3,..-0.125)', 'decimal(3, { maximum: -0.125 })', undefined],
  ['stars:integer(1..5)', 'integer({ minimum: 1, maximum: 5 })', undefined],
  ['price:decimal(2)=2000000', 'withDefault(decimal(2, { minimum: 0 }), 2000000)', undefined],
  ['stars:integer(0..)', 'integer({ minimum: 0 })', undefined],
  ['rate:number(0..1)?', 'optional(number({ minimum: 0, maximum: 1 }))', undefined],
  ['name:text(1..200)', 'notBlank({ minLength: 1, maxLength: 200 })', undefined],
  ['name:text(..80)', 'notBlank({ minLength: 1, maxLength: 80 })', undefined],
  ['sku:text(3..64)@unique', 'unique(notBlank({ minLength: 3, maxLength: 64 }))', 'unique'],
  ['notes:multiline=', "withDefault(multiline(), '')", undefined],
  ['notes:multiline(1..5000)', 'multiline({ minLength: 1, maxLength: 5000 })', undefined],
  ['notes:multiline(..5000)?', 'optional(multiline({ maxLength: 5000 }))', undefined],
  ['dueOn:date@sorted', 'sorted(date)', undefined],
  ['mail:email@unique:lower', 'unique(email, { normalize: foldCase })', 'unique'],
  ['site:url?@unique', 'optional(unique(url))', 'unique'],
  ['land:country=DE@indexed', "indexed(withDefault(country, 'DE'))", 'indexed'],
])('npm run resource makes of %s the field %s', (argument, code, mark) => {
  expect(readField(argument, 'notes', 'note')).toMatchObject({ code, mark });
});

test.each([
  ...['integer(1..5)', 'integer(-9..-8)', 'integer(7..)', 'integer(..-7)', 'number(0..0.1)', 'decimal(2,0.01..0.02)'],
  ...['decimal(1)', 'decimal(2,100..)', 'decimal(3,..-0.125)', 'text(1..1)', 'text(64..64)', 'text(20..150)'],
  ...[
    'multiline(..1)',
    'multiline(5..9)',
    'multiline',
    'date',
    'email',
    'url',
    'uuid',
    'country',
    'currency',
    'language',
  ],
])('npm run resource gives a field of %s two values that it allows', (kind) => {
  const { field, values } = readField(`value:${kind}`, 'notes', 'note');
  const [one, other] = values.map((code) => JSON.parse(code.replaceAll("'", '"')));
  expect([errorOf(field, one), errorOf(field, other), one === other]).toEqual([undefined, undefined, false]);
});
