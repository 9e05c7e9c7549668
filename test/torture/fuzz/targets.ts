import { pluralOf, type Route } from '../../../functions/http/route';
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
    `${id.toUpperCase()}A`,
    `${id}\n`,
    ` ${id}`,
    `${id.slice(0, 14)}8${id.slice(15)}`,
    `{${id}}`,
  ];
  return random.pick([random.pick(strangeIds), random.pick(changed), textOf(random, 20)]);
};

export const collectionOf = (route: Route) => (pluralOf(route) === 'users' ? 'users' : 'posts');

export const pathId: DraftPart = (draft, random, isHostile) => {
  if (!draft.path.includes('{id}')) return;
  draft.id = isHostile ? strangeIdOf(random) : pickId(random, draft.known[collectionOf(draft.route)]);
  // The status is 400 when the request creates a resource under this id.
  if (isHostile) draft.refusals.push(404, 400);
};

/** Makes a date, or a time with an offset, of some year. The fraction is cut off after milliseconds. */
const timeOf = (random: Random, fromYear: number, toYear: number) => {
  const { below, pick } = random;
  const [fromMs, toMs] = [Date.UTC(fromYear), Date.UTC(toYear)];
  const [date = '', time = ''] = new Date(fromMs + below(toMs - fromMs)).toISOString().slice(0, 19).split('T');
  const fraction = pick(['', '.5', '.123', `.${'9'.repeat(30)}`]);
  const offset = pick(['Z', 'z', '+01:00', '-23:59', '+23:59', '-00:00']);
  return pick([date, `${date}${pick(['T', 't'])}${time}${fraction}${offset}`]);
};

/** Makes the values of `id`: some ids, perhaps one of them twice. */
const idsOf = (random: Random, known: readonly string[]) => {
  const ids = Array.from({ length: 1 + random.below(random.pick([3, 49])) }, () => pickId(random, known));
  return random.chance(0.2) ? [...ids, random.pick([ids[0] ?? '', String(ids[0]).toUpperCase()])] : ids;
};

const values: Record<string, (random: Random) => string> = {
  limit: ({ pick }) => pick(['1', '50', '100', '101', '9'.repeat(300)]),
  after: randomId,
  order: ({ pick }) => pick(['asc', 'desc']),
  createdSince: (random) => timeOf(random, 1971, 2025),
  createdBefore: (random) => timeOf(random, 2026, 9999),
  expand: () => 'user',
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
  'createdSince=2026-02-30',
  'createdSince=2026-01-01T00:00:00',
  'createdSince=2026-01-01&createdBefore=2026-01-01T01:00:00%2B01:00',
  'createdBefore=1969-12-31',
  'createdAfter=2026-01-01',
  'id=',
  'id=x&order=asc',
  'id=x&'.repeat(51),
  'id=x&'.repeat(1800),
  'expand=author',
  'expand=user&expand=user',
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
  const given = Object.keys(draft.route.query ?? {}).filter(() => random.chance(0.3));
  const known = draft.known[collectionOf(draft.route)];
  const parameters = given.includes('id')
    ? [...idsOf(random, known).map((id) => ['id', id]), ...(given.includes('expand') ? [['expand', 'user']] : [])]
    : given.map((name) => [name, values[name]?.(random) ?? '']);
  draft.query = parameters.map(([name, value = '']) => `${name}=${encodeURIComponent(value)}`).join('&');
};
