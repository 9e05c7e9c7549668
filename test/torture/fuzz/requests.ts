import { methodOf, pathOf, type Row } from '../../../functions/http/row';
import * as routes from '../../../functions/routes';
import type { Random } from '../random';
import { membersOf } from './bodies';
import type { Draft, Known, Part } from './draft';
import { idempotency, others, preconditions, type } from './headers';
import { hostileJson, hugeJson } from './strange-json';
import { collectionOf, id, query } from './targets';
import { jsonOf, textOf } from './texts';

const unreadable: [Buffer, ...Buffer[]] = [
  Buffer.alloc(0),
  Buffer.from([0xff, 0xfe, 0x7b, 0x7d]),
  Buffer.from('{"title":"\xe9"}', 'latin1'),
  Buffer.from('{"title":"x"}', 'utf16le'),
  Buffer.from('7b227469746c65223a22eda0bd22', 'hex'),
  Buffer.from('7b22f4908080223a317d', 'hex'),
  Buffer.from('7b22c080223a317d', 'hex'),
  Buffer.alloc(1000),
];

const body: Part = (draft, random, isHostile) => {
  const collection = collectionOf(draft.row);
  const members = membersOf(random, collection, { isPatch: draft.method === 'PATCH', users: draft.known.users });
  if (!isHostile) {
    draft.members = members;
    // What GET gave may be sent back.
    const isRead = draft.method === 'PUT' && random.chance(0.3);
    const extra = isRead ? { id: draft.id, createdAt: '2020-01-01T00:00:00.000Z', updatedAt: null } : {};
    draft.body = Buffer.from(jsonOf(random, { ...members, ...extra }));
    return;
  }
  const size = random.next();
  draft.refusals.push(size < 0.002 ? 413 : 400);
  if (size < 0.002) draft.body = Buffer.alloc(256 * 1024 + 1 + random.below(1000), random.pick([' ', '{', '"x', '\0']));
  else if (size < 0.01) draft.body = Buffer.from(random.pick(hugeJson)({ random, members, collection }));
  else if (size < 0.1) draft.body = random.pick(unreadable);
  else if (size > 0.98) draft.body = undefined;
  else draft.body = Buffer.from(random.pick(hostileJson)({ random, members, collection }));
};

const METHODS: [string, ...string[]] = ['OPTIONS', 'OPTIONS', 'POST', 'DELETE', 'TRACE', 'PROPFIND', 'x', '__proto__'];

const strangePaths: [string, ...string[]] = [
  '/',
  '/posts',
  '/posts/',
  '/posts//',
  '/posts/x/',
  '/post',
  '/api/v1/posts',
  '/api/v1/users/',
  '/api/v1/users/x',
  '//evil.example/',
  '/\\evil.example/',
  '/posts/\r\nx: y/',
  '/posts/\ud800/',
  '/__proto__/constructor',
  '/'.repeat(8000),
  `/posts/${'x'.repeat(8000)}`,
  `${'/a'.repeat(4000)}/`,
];

const blank = (row: Row, known: Known): Draft => ({
  row,
  known,
  method: methodOf(row),
  path: pathOf(row),
  query: '',
  headers: {},
  refusals: [],
  isSure: false,
});

const nothing = { users: [], posts: [] };

/** What no row but the last takes. */
const elsewhere = (row: Row, random: Random): Draft => ({
  ...blank(row, nothing),
  method: random.pick(METHODS),
  path: random.chance(0.8) ? random.pick(strangePaths) : `/${textOf(random, 30)}`,
  query: random.pick(['', 'a=1', '%', 'x=%0d%0a']),
});

const { getDescription, getReference, ...often } = routes;
const rows = Object.values<Row>(often) as [Row, ...Row[]];

/** To make what is the same each time takes 10 ms, a hundred times what the others take: these two are rare. */
const rowOf = (random: Random): Row =>
  random.chance(0.005) ? random.pick<Row>([getDescription, getReference]) : random.pick(rows);

const partsOf = ({ takes }: Row, method: string): [Part, ...Part[]] => [
  query,
  id,
  preconditions,
  ...(takes ? [type, body, body, body] : []),
  ...(method === 'POST' ? [idempotency] : []),
];

/** A request to a route of the table: sound in all its parts, or hostile in one or two. */
export const requestOf = (random: Random, isHostile: boolean, known: Known = nothing): Draft => {
  const row = rowOf(random);
  if (row.routeKey === '$default') return elsewhere(row, random);
  const draft = { ...blank(row, known), isSure: true };
  const parts = partsOf(row, draft.method);
  const hostile = isHostile ? [random.pick(parts), random.pick(parts)] : [];
  for (const part of new Set(parts)) part(draft, random, hostile.includes(part));
  others(draft, random, false);
  return draft;
};
