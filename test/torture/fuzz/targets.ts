import { pluralOf, type Row } from '../../../functions/http/row';
import type { Random } from '../random';
import { pickId, randomId } from './bodies';
import type { DraftPart } from './draft';
import { emailOf, textOf } from './texts';

const strangeIds: [string, ...string[]] = [
  'x',
  '..',
  '%2e%2e',
  '__proto__',
  '\0',
  '\ud800',
  '👍',
  'a/b',
  '00000000-0000-0000-0000-000000000000',
  '9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d',
  'x'.repeat(8000),
];

const strangeIdOf = (random: Random) => {
  const id = randomId(random);
  const changed: [string, ...string[]] = [
    id.toUpperCase().replace(/\d/, 'A'),
    `${id}\n`,
    ` ${id}`,
    `${id.slice(0, 14)}8${id.slice(15)}`,
    `{${id}}`,
  ];
  return random.pick([random.pick(strangeIds), random.pick(changed), textOf(random, 20)]);
};

export const collectionOf = (row: Row) => (pluralOf(row) === 'users' ? 'users' : 'posts');

export const pathId: DraftPart = (draft, random, isHostile) => {
  if (!draft.path.includes('{id}')) return;
  draft.id = isHostile ? strangeIdOf(random) : pickId(random, draft.known[collectionOf(draft.row)]);
  // The status is 400 when the request creates a resource under this id.
  if (isHostile) draft.refusals.push(404, 400);
};

const values: Record<string, (random: Random) => string> = {
  limit: ({ pick }) => pick(['1', '50', '100', '101', '9'.repeat(300)]),
  after: randomId,
  order: ({ pick }) => pick(['asc', 'desc']),
  userId: randomId,
  email: (random) => emailOf(random, 30, 'm'),
  force: ({ pick }) => pick(['true', 'false']),
};

const strangeQueries: [string, ...string[]] = [
  'limit=0',
  'limit=%',
  'limit=%EF%BC%91',
  'limit=1&limit=1',
  'limit=',
  'limit',
  'after=x',
  'after[]=1',
  'order=up',
  'order=constructor',
  'userId=__proto__',
  'email=x',
  'email=a%20b@c',
  'force=yes',
  'page=2',
  '__proto__=1',
  'toString',
  '=',
  '%zz=1',
  '%ff=%ff',
  '\u{1f600}=\u{1f600}',
  'a=1&'.repeat(2000),
  `${'x'.repeat(9000)}=1`,
];

export const query: DraftPart = (draft, random, isHostile) => {
  if (isHostile) {
    draft.query = random.pick(strangeQueries);
    draft.refusals.push(400);
    return;
  }
  const given = Object.keys(draft.row.query ?? {}).filter(() => random.chance(0.3));
  draft.query = given.map((name) => `${name}=${encodeURIComponent(values[name]?.(random) ?? '')}`).join('&');
};
