import { nounOf } from '../../../functions/kit/entity';
import { runResource } from '../../../lib/scaffold/command';
import { namesOf } from '../../../lib/scaffold/noun';
import { declared, describeFor } from '../../support/declared';

/** The first version of each resource. */
const first = declared.filter(({ plural }, at) => declared.findIndex((other) => other.plural === plural) === at);

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

test.each<[options: Parameters<typeof namesOf>[1], reason: string]>([
  [{ path: '/api/v2/zombies' }, '--path is /api/v2/zombies; write version 1, and add the next one by --version 2'],
  [{ path: '/v1/zombie' }, '--path is /v1/zombie; write lower-case words that end in /zombies'],
])('npm run resource refuses the options %j', (options, reason) => {
  expect(() => namesOf('zombies', options)).toThrow(reason);
});
