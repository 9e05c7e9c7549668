import type { Fields } from '../model/field';
import { pluralIn, versionIn } from '../model/relation';
import type { Needs } from '../needs';
import type { Claims } from './claims';
import type { Deprecation } from './deprecation';
import type { ProblemError } from './errors';

/** Names of what a route does with its resource. */
export const verbs = ['list', 'create', 'get', 'replace', 'update', 'remove'] as const;
export type Verb = (typeof verbs)[number];

/** Reads a query by the model of a route. Adds all errors to `errors`. */
export type QueryReader = (model: Fields, rawQuery: string, errors: ProblemError[]) => Record<string, unknown>;

/** Entry of the route table. The stack, the handlers, the OpenAPI document and the tests read it. */
export type Route = Needs & {
  readonly routeKey: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}` | '$default';
  /** True for a route of `handleRaw`, which reads its body and query itself. */
  readonly isRaw?: true;
  /** Model of the request body. A route without a member here takes no body. */
  readonly body?: Fields;
  readonly query?: Fields;
  /** `readQuery`, for a route with a query that is no list. It saves 2 kB in each bundle of a route without a query. */
  readonly readQuery?: QueryReader;
  /** Model of the response body, or of each item in a list. */
  readonly response?: Fields;
  /** Models of the members that `expand` adds to each item of a list. */
  readonly expands?: Readonly<Record<string, Fields>>;
  /**
   * `public` serves everybody, without a token unless the stage sets `protectReads` and the route reads. Otherwise a route
   * serves callers with its scope. On a stage with ownership, a POST makes its caller the owner, and only the owner may change the item.
   */
  readonly access?: 'public';
  /**
   * Claims of the token that the handler reads, as `caller.claims['custom:tenant']`. `claimsOf` makes them. A claim is undefined
   * when the token lacks it, when the route is open and when the stage has no authentication.
   */
  readonly claims?: Claims;
  /**
   * Request headers that the handler reads. Web pages may send them.
   * @example headers: ['X-Signature'] // request.headers['X-Signature']
   */
  readonly headers?: readonly string[];
  /**
   * Word before `:read` and `:write` in the scopes of the route. By default the last word of its path that is no parameter.
   * @example scope: 'customers' // customers:read
   */
  readonly scope?: string;
  /** Set when another version of the resource replaces this one. */
  readonly deprecated?: Deprecation;
};

export const methodOf = (route: Route) => route.routeKey.split(' ', 1)[0] ?? '';

export const pathOf = (route: Route) => route.routeKey.split(' ')[1] ?? '';

/** Returns the path of the collection: `/orders` for `/orders` and `/orders/{id}`. */
export const collectionPathOf = (route: Route) => pathOf(route).split('/{id}', 1).join();

/** Returns the last word of the collection's path that is no parameter, such as `orders`. */
export const pluralOf = (route: Route) => pluralIn(collectionPathOf(route).replace(/(\/\{\w+\})+$/, ''));

/** Returns the folder of a resource in functions/: `orders`, or `orders-v2` for its second version. */
export const folderOf = (path: string) =>
  versionIn(path) > 1 ? `${pluralIn(path)}-v${versionIn(path)}` : pluralIn(path);

/** Returns `orderItem` for `order-item`. */
export const camelCase = (words: string) => words.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/** Returns the name of the entity of a resource in its store.ts: `orderItems`, or `orderItemsV2` in its second version. */
export const entityNameOf = (path: string) => camelCase(folderOf(path));

export const hasId = (route: Route) => pathOf(route).includes('{id}');

/** Route with what each request needs of it. */
export type LoadedRoute<R extends Route = Route> = R & { readonly method: string; readonly read: QueryReader };

/** Adds to a route what each request needs of it, when the code loads. `read` reads its query. */
export const loadRoute = <R extends Route>(route: R, read: QueryReader): LoadedRoute<R> => ({
  ...route,
  method: methodOf(route),
  read,
});

/** Tells whether the route creates what its path does not name. It then takes an idempotency key, and answers 201. */
export const isCreating = (route: Route) =>
  methodOf(route) === 'POST' && !hasId(route) && (route.actions ?? []).includes('PutItem');

export const takesBody = ({ body = {} }: Route) => Object.keys(body).length > 0;

export const isList = ({ query }: Route) => query !== undefined && 'after' in query;

const VERBS: Record<string, Verb> = { POST: 'create', PUT: 'replace', PATCH: 'update', DELETE: 'remove' };

/** Returns what the route does with its resource, or undefined for a path that goes on after the id. */
export const verbOf = (route: Route): Verb | undefined => {
  if (hasId(route) && !pathOf(route).endsWith('/{id}')) return undefined;
  return VERBS[methodOf(route)] ?? (hasId(route) ? 'get' : 'list');
};

/** Tells whether a route is one of the service itself, such as `GET /docs`. */
export const isOfSite = ({ entry }: Route) => entry?.startsWith('functions/kit/') === true;

/** Returns two routes for a GET route, because a GET route of API Gateway does not serve HEAD. */
export const routeKeysOf = (route: Route): string[] =>
  methodOf(route) === 'GET' ? [route.routeKey, `HEAD ${pathOf(route)}`] : [route.routeKey];

/** Returns the scope of admins of a resource, such as `orders:admin`. */
export const adminScopeOf = (route: Route, scopePrefix = '') => `${scopePrefix}${route.scope ?? pluralOf(route)}:admin`;

/** Settings of a stage that decide which scopes open a route. */
export type ScopeSettings = {
  readonly protectReads?: boolean;
  readonly scopePrefix?: string;
  readonly ownership?: boolean;
};

/**
 * Returns the scopes that open the route on a stage with authentication, such as `orders:write`. A token needs one of
 * them. A route that needs no token has none: `protectReads` protects only routes that read the table.
 */
export const scopesOf = (route: Route, { protectReads, scopePrefix = '', ownership }: ScopeSettings): string[] => {
  if (route.access === 'public' && !(protectReads && (route.actions ?? route.grants) && methodOf(route) === 'GET'))
    return [];
  const scope = `${scopePrefix}${route.scope ?? pluralOf(route)}:${methodOf(route) === 'GET' ? 'read' : 'write'}`;
  return ownership ? [scope, adminScopeOf(route, scopePrefix)] : [scope];
};
