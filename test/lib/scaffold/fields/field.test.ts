import { runResource } from '../../../../lib/scaffold/command';
import { readField } from '../../../../lib/scaffold/fields/field';
import { aUniqueField, describeFor } from '../../../support/declared';

test.each<[argument: string, reason: string]>([
  [
    'price',
    'write name:kind, name:kind? or name:kind=default, and @unique, @unique:lower, @indexed, @server, @sorted or @sorted:field after it; kinds: text, multiline, integer, number, boolean, instant, date, email, url, uuid, country, currency, language, list, decimal(2), draft|',
  ],
  ['price:money', 'write name:kind'],
  ['rev:text', 'whose name belongs to the service'],
  ['price:integer=5.5', 'whose default is not of its kind'],
  ['active:boolean=yes', 'whose default is not of its kind'],
  ["name:text=it's", 'whose default is not of its kind'],
  ['mood:calm|cross=sad', 'whose default is not of its kind'],
  ['stock:integer=007', 'whose default is not of its kind'],
  [`name:text=${'x'.repeat(201)}`, '…, which must be at most 200 characters long'],
  ['soldAt:instant=2026-02-30T00:00:00Z', 'has the default "2026-02-30T00:00:00Z", which must be a time that exists'],
  ['mood:calm|cross|calm', 'has "calm" twice in its set; name it once'],
  ['isSold:boolean@indexed', 'which is a boolean'],
  ['price:number=1@indexed', 'which is a number, and fractions have no equality index; use an integer'],
  ['tags:list@unique', 'which is a list; use a text'],
  ['order:text@indexed', 'which is a parameter of every list'],
  ['expand:text@indexed', 'which is a parameter of every list'],
  ['stock:integer@unique', 'only a text with room for 64 characters, an email or a url can, without a default'],
  ['sku:text=none@unique', 'which cannot be unique; only a text'],
  ['sku:text(1..63)@unique', 'which cannot be unique; only a text with room for 64 characters'],
  ['ref:uuid@unique', 'which cannot be unique; only a text'],
  ['site:url@indexed', 'which can have 8192 bytes; lower its maxLength to 256'],
  ['notes:multiline@indexed', 'which may be empty, and no index holds an empty text'],
  ['sku:text@indexed:lower', 'write name:kind'],
  ['sku:text@sorted:', 'write name:kind'],
  ['sort:text@indexed', 'which is a parameter of every list'],
  ['isSold:boolean@sorted', 'which cannot be sorted; use a number, an instant or a text'],
  ['tags:list@sorted', 'which cannot be sorted; use a number, an instant or a text'],
  ['created:instant@sorted', 'which makes the parameter createdSince, which is there already'],
  ['price:number@indexed@sorted', 'which is a number, and fractions have no equality index'],
  ['total:integer@server@sorted', "so a new resource may lack it; write 'total:integer?@server@sorted', or give it a"],
  ['code:text@server@unique', "write 'code:text?@server@unique'"],
  ['mood:calm', "the changes of a state in quotes, as in 'status:draft>placed>shipped,cancelled;placed>draft'"],
  ['mood:calm>', 'write name:kind'],
  ['mood:calm>calm', 'write name:kind'],
  ['mood:calm>cross;sad', 'write name:kind'],
  ['mood:2>1', 'write name:kind'],
  ['mood:calm>cross?@indexed', "a state whose default is its first one, 'calm'; leave out ? and ="],
  ['mood:calm>cross=calm', "a state whose default is its first one, 'calm'; leave out ? and ="],
  ['mood:calm>cross@unique', 'which cannot be unique; only a text'],
])('npm run resource refuses the field %s', (argument, reason) => {
  expect(() => readField(argument, 'notes', 'note')).toThrow(`The field is "${argument}"`);
  expect(() => readField(argument, 'notes', 'note')).toThrow(reason);
});

const [SKU, NAME] = [64, 100].map((length) => `notBlank({ minLength: 1, maxLength: ${length} })`);
const BOUNDS = '{ minimum: 0, maximum: 1_000_000 }';

test.each([
  ['sku:text@unique', `unique(${SKU})`, 'unique'],
  ['sku:text?@unique:lower', `optional(unique(${SKU}, { normalize: foldCase }))`, 'unique'],
  ['at:instant@indexed', 'indexed(instant)', 'indexed'],
  ['price:number@sorted', `sorted(number(${BOUNDS}))`, undefined],
  ['price:number=0.5@sorted', `sorted(withDefault(number(${BOUNDS}), 0.5))`, undefined],
  ['price:number?@sorted:category', `optional(sorted(number(${BOUNDS}), { within: ['category'] }))`, undefined],
  ['at:instant@sorted:a@sorted:bId', "sorted(instant, { within: ['a', 'bId'] })", undefined],
  ['name:text@sorted:a@sorted', `sorted(${NAME}, { within: ['a'], isWhole: true })`, undefined],
  ['name:text@sorted@indexed@sorted:a', `indexed(sorted(${NAME}, { within: ['a'], isWhole: true }))`, 'indexed'],
  ['sku:text@unique:lower@sorted', `sorted(unique(${SKU}, { normalize: foldCase }))`, 'unique'],
  ['total:integer=0@server', 'serverSet(withDefault(integer(), 0))', undefined],
  ['total:integer=0@server@sorted', 'serverSet(sorted(withDefault(integer(), 0)))', undefined],
  [
    'at:instant?@sorted:a@server@indexed',
    "serverSet(optional(indexed(sorted(instant, { within: ['a'] }))))",
    'indexed',
  ],
  ['sku:text?@server@unique', `serverSet(optional(unique(${SKU})))`, 'unique'],
  ['mood:calm>cross@server@indexed', "serverSet(indexed(states({ calm: ['cross'] })))", 'indexed'],
  ['mood:calm>cross>calm@sorted', "sorted(states({ calm: ['cross'], cross: ['calm'] }))", undefined],
  ['mood:a,b>c;c>a,d', "states({ a: ['c'], b: ['c'], c: ['a', 'd'] })", undefined],
  ['mood:a,b>a,b;a>c', "states({ a: ['b', 'c'], b: ['a'] })", undefined],
  [
    'status:draft>placed>shipped,cancelled',
    "states({ draft: ['placed'], placed: ['shipped', 'cancelled'] })",
    undefined,
  ],
])('npm run resource makes of %s the field %s', (argument, code, mark) => {
  expect(readField(argument, 'notes', 'note')).toMatchObject({ code, mark });
});

test.each([
  ['price:number@sorted:category', 'The field "price" is sorted within "category"; allowed: a parent'],
  ['price:number@sorted:category category:text', 'The field "price" is sorted within "category"; allowed: a parent'],
  ['total:integer=0@server mood:calm>cross', 'The resource has no field that clients can change at any time'],
  ['price:number@sorted priceMax:integer@indexed', 'The field "price" makes the parameter priceMax, which is there'],
])('npm run resource refuses the fields %s', async (fields, reason) => {
  await expect(runResource(['zombies', ...fields.split(' ')])).rejects.toThrow(reason);
});

describeFor(aUniqueField, 'npm run resource', ({ field }) => {
  test('takes the name of a unique field of another resource, which has no index', () => {
    expect(readField(`${field}:text`, 'others', 'other')).toMatchObject({ name: field });
  });
});
