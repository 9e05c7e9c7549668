import { methodOf, type Route } from '../../../functions/http/route';
import { eventOf } from '../../support/event';

type RequestParts = NonNullable<Parameters<typeof eventOf>[1]> & { readonly method?: string; readonly id?: string };
/** Makes the parts of a request of one kind. The number makes its ids and texts unique. */
type RequestKind = (n: number) => RequestParts;

/** Makes a UUIDv7 with a time in the year 2023. */
const idOf = (n: number) => `01890000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
const revs = { current: '"current"', stale: '"stale"' };
const tooLarge = JSON.stringify({ title: 'x'.repeat(256 * 1024) });

const bodyOf = (route: Route, n: number) =>
  route.body && 'email' in route.body
    ? { name: `User ${n}`, email: `user-${n}@example.com` }
    : { title: `Post ${n}`, content: 'Some text. '.repeat(10), ...(n % 2 && { userId: idOf(n + 1) }) };

const pages: readonly RequestKind[] = [
  () => ({}),
  () => ({ query: 'limit=5' }),
  () => ({ query: 'limit=5&order=asc' }),
  (n) => ({ query: `limit=5&after=${idOf(n)}` }),
  () => ({ query: 'limit=5', headers: { prefer: 'count=exact' } }),
  () => ({ query: 'limit=5', method: 'HEAD' }),
  () => ({ query: 'limit=x' }),
  (n) => ({ query: `unknown-${n}=1` }),
  () => ({ headers: { 'if-match': 'unquoted' } }),
];
const filteredPage = (route: Route): RequestKind => {
  const isOfUsers = route.routeKey.includes('users');
  return (n) => ({ query: isOfUsers ? `email=user-${n}%40example.com` : `userId=${idOf(n)}&limit=5` });
};

const site: readonly RequestKind[] = [
  () => ({ headers: { 'accept-encoding': 'gzip' } }),
  () => ({ headers: { 'accept-encoding': 'gzip', 'if-none-match': '*' } }),
  () => ({ headers: { 'accept-encoding': 'gzip', accept: 'text/html' } }),
  (n) => ({ headers: { 'accept-encoding': 'gzip', host: `${n}.example` } }),
  () => ({ headers: { 'accept-encoding': 'gzip', 'if-match': revs.stale } }),
  // A response without compression is rare, because it takes 10 ms to unpack the page.
  (n) => ({ headers: { 'accept-encoding': n % 100 ? 'br, gzip' : 'identity' }, method: 'HEAD' }),
  (n) => ({ query: `unknown-${n}=1` }),
];

const unmatched: readonly RequestKind[] = [
  () => ({ method: 'OPTIONS', path: '/posts' }),
  (n) => ({ method: 'OPTIONS', path: `/posts/${idOf(n)}` }),
  () => ({ method: 'PUT', path: '/posts' }),
  (n) => ({ method: 'GET', path: '/posts/', query: `limit=${n}` }),
  () => ({ method: 'GET', path: '/api/v1/posts' }),
  (n) => ({ method: 'GET', path: `/unknown-${n}` }),
];

const common: readonly RequestKind[] = [
  () => ({}),
  () => ({}),
  () => ({ headers: { prefer: 'return=minimal' } }),
  () => ({ headers: { prefer: 'return=representation' } }),
  () => ({ headers: { 'if-match': 'unquoted' } }),
  (n) => ({ query: `unknown-${n}=1` }),
];
const memberRequests: readonly RequestKind[] = [
  () => ({}),
  () => ({ headers: { 'if-match': revs.current } }),
  () => ({ headers: { 'if-match': revs.stale } }),
  (n) => ({ id: `no-id-${n}` }),
];
const reads: readonly RequestKind[] = [
  () => ({ headers: { 'if-none-match': revs.current } }),
  (n) => ({ headers: { 'if-none-match': `"${n}"` }, method: 'HEAD' }),
];
const bodies: readonly RequestKind[] = [
  (n) => ({ body: `{"title": "unfinished ${n}` }),
  (n) => ({ body: { [`unknown-${n}`]: n, name: '' } }),
  (n) => ({ body: `<a>${n}</a>`, headers: { 'content-type': 'text/xml' } }),
  (n) => (n % 10 ? { body: '[]' } : { body: tooLarge }),
];
const creations: readonly RequestKind[] = [
  (n) => ({ headers: { 'idempotency-key': `key-${n}` } }),
  () => ({ headers: { 'idempotency-key': 'with a space' } }),
];

const kindsOf = (route: Route): readonly RequestKind[] => {
  const method = methodOf(route);
  if (route.routeKey === '$default') return unmatched;
  if (!route.actions) return site;
  if (method === 'GET' && route.query) return [...pages, filteredPage(route)];
  return [
    ...common,
    ...(method === 'POST' ? creations : memberRequests),
    ...(method === 'GET' ? reads : []),
    ...(method === 'PUT' ? [() => ({ headers: { 'if-none-match': '*' } })] : []),
    ...(route.body ? bodies : []),
    ...(route.query ? [() => ({ query: 'force=true' })] : []),
  ];
};

/** The number of requests in a group. All groups have the same kinds of requests, so that their CPU times compare. */
export const GROUP_SIZE = 100;

/** Creates a function that makes the nth event of a route. The kinds of requests repeat in a fixed order. */
export const createRequests = (route: Route) => {
  const kinds = kindsOf(route);
  const [, path = '/'] = route.routeKey.split(' ');
  const routeMethod = methodOf(route);
  return (n: number) => {
    const { method = routeMethod, id = idOf(n), ...parts } = kinds[(n % GROUP_SIZE) % kinds.length]?.(n) ?? {};
    const given = route.body && !('body' in parts) ? { body: bodyOf(route, n) } : {};
    const event = eventOf(`${method} ${path.replace('{id}', id)}`, { ...given, ...parts });
    event.routeKey = route.routeKey === '$default' ? route.routeKey : `${method} ${path}`;
    event.requestContext.requestId = `request-${n}`;
    return event;
  };
};
