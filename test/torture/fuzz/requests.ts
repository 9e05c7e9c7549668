import { methodOf, pathOf, type Route } from '../../../functions/http/route';
import { resourceOf } from '../../../functions/resources';
import * as routes from '../../../functions/routes';
import { otherResources } from '../../support/every-resource';
import type { Random } from '../random';
import { fieldsOf } from './bodies';
import type { Draft, DraftPart, KnownIds } from './draft';
import { contentType, harmless, idempotency, preconditions } from './headers';
import { hostileJson, hugeJson } from './strange-json';
import { collectionOf, pathId, query } from './targets';
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

const body: DraftPart = (draft, random, isHostile) => {
  const collection = collectionOf(draft.route);
  const fields = fieldsOf(random, collection, { isPatch: draft.method === 'PATCH', users: draft.known.users });
  if (!isHostile) {
    draft.fields = fields;
    // A client may send back the read-only fields of a GET response.
    const hasReadOnly = draft.method === 'PUT' && random.chance(0.3);
    const extra = hasReadOnly ? { id: draft.id, createdAt: '2020-01-01T00:00:00.000Z', updatedAt: null } : {};
    draft.body = Buffer.from(jsonOf(random, { ...fields, ...extra }));
    return;
  }
  const size = random.next();
  draft.refusals.push(size < 0.002 ? 413 : 400);
  if (size < 0.002) draft.body = Buffer.alloc(256 * 1024 + 1 + random.below(1000), random.pick([' ', '{', '"x', '\0']));
  else if (size < 0.01) draft.body = Buffer.from(random.pick(hugeJson)({ random, fields, collection }));
  else if (size < 0.1) draft.body = random.pick(unreadable);
  else if (size > 0.98) draft.body = undefined;
  else draft.body = Buffer.from(random.pick(hostileJson)({ random, fields, collection }));
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

const emptyDraft = (route: Route, known: KnownIds): Draft => ({
  route,
  known,
  method: methodOf(route),
  path: pathOf(route),
  query: '',
  headers: {},
  refusals: [],
  isDecided: false,
});

const noIds = { users: [], posts: [] };

/** Makes a request that only the route `$default` takes. */
const unmatchedRequest = (route: Route, random: Random): Draft => ({
  ...emptyDraft(route, noIds),
  method: random.pick(METHODS),
  path: random.chance(0.8) ? random.pick(strangePaths) : `/${textOf(random, 30)}`,
  query: random.pick(['', 'a=1', '%', 'x=%0d%0a']),
});

const { getDescription, getReference, ...frequent } = routes;
/** Rows of users, posts and the service itself, for which the verdicts are written. */
const rows = Object.values<Route>(frequent).filter(
  (route) => !otherResources.some((resource) => resource === resourceOf(route)),
) as [Route, ...Route[]];

/** Picks a route. The two static routes are rare, because they take 10 ms, a hundred times as long as the others. */
const routeOf = (random: Random): Route =>
  random.chance(0.005) ? random.pick<Route>([getDescription, getReference]) : random.pick(rows);

const partsOf = ({ body: model }: Route, method: string): [DraftPart, ...DraftPart[]] => [
  query,
  pathId,
  preconditions,
  ...(model ? [contentType, body, body, body] : []),
  ...(method === 'POST' ? [idempotency] : []),
];

/** Makes a request to a random route. All parts are valid, or one or two parts are hostile. */
export const requestOf = (random: Random, isHostile: boolean, known: KnownIds = noIds): Draft => {
  const route = routeOf(random);
  if (route.routeKey === '$default') return unmatchedRequest(route, random);
  const draft = { ...emptyDraft(route, known), isDecided: true };
  const parts = partsOf(route, draft.method);
  const hostile = isHostile ? [random.pick(parts), random.pick(parts)] : [];
  for (const part of new Set(parts)) part(draft, random, hostile.includes(part));
  harmless(draft, random, false);
  return draft;
};
