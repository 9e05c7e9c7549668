import { nounOf } from '../../../functions/kit/entity';
import { runResource } from '../../../lib/scaffold/command';
import { namesOf, readField } from '../../../lib/scaffold/noun';
import { aUniqueField, declared, describeFor } from '../../support/declared';

/** The first version of each resource. */
const first = declared.filter(({ plural }, at) => declared.findIndex((other) => other.plural === plural) === at);

test.each<[argument: string, reason: string]>([
  [
    'price',
    'write name:kind, name:kind? or name:kind=default, and @unique, @unique:lower, @indexed, @sorted or @sorted:field after it; kinds: text, integer, number, boolean, instant, list, draft|',
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
  ['stock:integer@unique', 'only a text without a default can'],
  ['sku:text=none@unique', 'only a text without a default can'],
  ['sku:text@indexed:lower', 'write name:kind'],
  ['sku:text@sorted:', 'write name:kind'],
  ['sort:text@indexed', 'which is a parameter of every list'],
  ['isSold:boolean@sorted', 'which cannot be sorted; use a number, an instant or a text'],
  ['tags:list@sorted', 'which cannot be sorted; use a number, an instant or a text'],
  ['created:instant@sorted', 'which makes the parameter createdSince, which is there already'],
  ['price:number@indexed@sorted', 'which is a number, and fractions have no equality index'],
])('npm run resource refuses the field %s', (argument, reason) => {
  expect(() => readField(argument, 'notes')).toThrow(`The field is "${argument}"`);
  expect(() => readField(argument, 'notes')).toThrow(reason);
});

test.each([
  ['sku:text@unique', 'unique(Text)', 'unique'],
  ['sku:text?@unique:lower', 'optional(unique(Text, { normalize: foldCase }))', 'unique'],
  ['at:instant@indexed', 'indexed(instant)', 'indexed'],
  ['price:number@sorted', 'sorted(number())', undefined],
  ['price:number=0.5@sorted', 'sorted(withDefault(number(), 0.5))', undefined],
  ['price:number?@sorted:category', "optional(sorted(number(), { within: ['category'] }))", undefined],
  ['at:instant@sorted:a@sorted:bId', "sorted(instant, { within: ['a', 'bId'] })", undefined],
  ['name:text@sorted:a@sorted', "sorted(Text, { within: ['a'], isWhole: true })", undefined],
  ['name:text@sorted@indexed@sorted:a', "indexed(sorted(Text, { within: ['a'], isWhole: true }))", 'indexed'],
  ['sku:text@unique:lower@sorted', 'sorted(unique(Text, { normalize: foldCase }))', 'unique'],
])('npm run resource makes of %s the field %s', (argument, code, mark) => {
  const pureCode = code.replace(/\w+\(/g, '/* @__PURE__ */ $&');
  expect(readField(argument, 'notes')).toMatchObject({ code: pureCode, mark });
});

test.each([
  ['price:number@sorted:category', 'The field "price" is sorted within "category"; allowed: a parent'],
  ['price:number@sorted:category category:text', 'The field "price" is sorted within "category"; allowed: a parent'],
  ['price:number@sorted priceMax:integer@indexed', 'The field "price" makes the parameter priceMax, which is there'],
])('npm run resource refuses the fields %s', async (fields, reason) => {
  await expect(runResource(['zombies', ...fields.split(' ')])).rejects.toThrow(reason);
});

const plurals = [
  ['products', 'product'],
  ['categories', 'category'],
  ['boxes', 'box'],
  ['branches', 'branch'],
  ['statuses', 'status'],
  ['houses', 'house'],
  ['prices', 'price'],
  ['items', 'item'],
] as const;
// A project can have one of them.
const free = plurals.filter(([, noun]) => first.every(({ resource }) => nounOf(resource) !== noun));
test.each(free)('npm run resource takes %s for the plural of %s', (plural, noun) => {
  expect(namesOf(plural).noun).toBe(noun);
});

test.each([
  ...[
    'Products',
    'orderItems',
    'order--items',
    'sheep',
    'v1s',
    'address',
    ...first.map(({ word }) => `${word}-inputs`),
  ],
  ...[
    'routes',
    'exports',
    'issues',
    'paths',
    'texts',
    'deletions',
    'parents',
    'entities',
    'this',
    'extends',
    'arguments',
    'maps',
  ],
])('npm run resource refuses the noun %s', (plural) => {
  expect(() => namesOf(plural)).toThrow(`The resource is "${plural}"`);
});

test('npm run resource refuses the noun of another resource', () => {
  for (const { plural, word } of first)
    expect(() => namesOf(plural, { noun: word })).toThrow(`The resource is "${plural}", of which each is a ${word}`);
});

test.each([
  ['zombies', 'zombie', { collection: 'ZOMBIE', entity: 'zombies', title: 'Zombie' }],
  ['undead', 'zombie', { collection: 'ZOMBIE', entity: 'undead', title: 'Zombie' }],
  ['zombie', 'zombie', { collection: 'ZOMBIE', entity: 'zombie', title: 'Zombie' }],
  ['zombie-heads', undefined, { collection: 'ZOMBIE_HEAD', entity: 'zombieHeads', title: 'ZombieHead' }],
])('npm run resource takes the plural %s of %s, which is given where it is not known', (plural, noun, names) => {
  expect(namesOf(plural, { noun })).toMatchObject({ ...names, path: `/api/v1/${plural}` });
});

const aWord = {
  what: 'a resource whose noun is one word',
  found: declared.find(({ noun, text }) => text && !noun.includes('_')),
};

describeFor(aWord, 'npm run resource', ({ plural, noun, text }) => {
  test('refuses a field with the name of the parent that --expand adds', async () => {
    const added = runResource(['zombies', `${noun}:text`, '--of', plural, '--expand', text]);
    await expect(added).rejects.toThrow(`The field "${noun}" has the name of what --expand adds; choose another`);
  });
});

describeFor(aUniqueField, 'npm run resource', ({ field }) => {
  test('takes the name of a unique field of another resource, which has no index', () => {
    expect(readField(`${field}:text`, 'others')).toMatchObject({ name: field });
  });
});

test.each<[options: Parameters<typeof namesOf>[1], reason: string]>([
  [{ path: '/api/v2/zombies' }, '--path is /api/v2/zombies; write version 1, and add the next one by --version 2'],
  [{ path: '/v1/zombie' }, '--path is /v1/zombie; write lower-case words that end in /zombies'],
])('npm run resource refuses the options %j', (options, reason) => {
  expect(() => namesOf('zombies', options)).toThrow(reason);
});
