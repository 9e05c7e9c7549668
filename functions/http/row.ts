import { pluralIn } from '../model/belonging';
import type { Fields } from '../model/field';

/** Names of what a route does with its resource. The handler's file has this name. */
export const verbs = ['list', 'create', 'get', 'replace', 'update', 'remove'] as const;
export type Verb = (typeof verbs)[number];

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Routes that never need a token. */
const OPEN = ['GET /', 'GET /openapi.json', 'GET /docs', '$default'] as const;
/** Routes that need no token unless the stage sets `protectReads`. */
const OPEN_READS: readonly string[] = ['GET /posts', 'GET /posts/{id}'];

/** Entry of the route table. The stack, the handlers, the OpenAPI document and the tests read it. */
export type Row = {
  readonly routeKey: (typeof OPEN)[number] | `${Method} /${string}`;
  /** File of the handler. By default the verb in the folder of the resource, such as `functions/posts/create.ts`. */
  readonly source?: `functions/${string}.ts`;
  /** Model of the request body. */
  readonly takes?: Fields;
  readonly query?: Fields;
  /** Model of the response body, or of each item in a list. */
  readonly returns?: Fields;
  /** Models of the members that `expand` adds to each item of a list. */
  readonly expands?: Readonly<Record<string, Fields>>;
  /** Whom the route serves on a stage with ownership: the owner of the item, or anyone. A POST makes its caller the owner. */
  readonly objects?: 'owner' | 'anyone';
  /** DynamoDB actions on the table that the role of the function allows. */
  readonly table?: readonly ('GetItem' | 'BatchGetItem' | 'Query' | 'PutItem' | 'UpdateItem' | 'DeleteItem')[];
  /** Indexes that the role allows to query. */
  readonly queries?: readonly `by${string}`[];
};

/** Requires `objects` of each row that reads or changes stored items, so that a route cannot forget its owner. */
export type WithObjects<R extends Row> = R['routeKey'] extends `POST ${string}`
  ? unknown
  : R['table'] extends readonly string[]
    ? { readonly objects: 'owner' | 'anyone' }
    : unknown;

export const methodOf = (row: Row) => row.routeKey.split(' ', 1)[0] ?? '';

export const pathOf = (row: Row) => row.routeKey.slice(methodOf(row).length + 1);

/** Returns the path of the collection: `/posts` for `/posts` and `/posts/{id}`. */
export const collectionPathOf = (row: Row) => pathOf(row).split('/{id}', 1).join();

/** Returns the last word of the collection's path, such as `posts`. */
export const pluralOf = (row: Row) => pluralIn(collectionPathOf(row));

export const hasId = (row: Row) => pathOf(row).includes('{id}');

export const isList = ({ query }: Row) => query !== undefined && 'after' in query;

const VERBS: Record<string, Verb> = { POST: 'create', PUT: 'replace', PATCH: 'update', DELETE: 'remove' };

/** Returns what the route does with its resource, or undefined for a path that goes on after the id. */
export const verbOf = (row: Row): Verb | undefined => {
  if (hasId(row) && !pathOf(row).endsWith('/{id}')) return undefined;
  return VERBS[methodOf(row)] ?? (hasId(row) ? 'get' : 'list');
};

export const sourceOf = (row: Row) => row.source ?? `functions/${pluralOf(row)}/${verbOf(row)}.ts`;

/** Returns two routes for a GET row, because a GET route of API Gateway does not serve HEAD. */
export const routeKeysOf = (row: Row): string[] =>
  methodOf(row) === 'GET' ? [row.routeKey, `HEAD ${pathOf(row)}`] : [row.routeKey];

/** Returns the scope of admins of a resource, such as `posts:admin`. */
export const adminScopeOf = (row: Row, scopePrefix = '') => `${scopePrefix}${pluralOf(row)}:admin`;

/** Settings of a stage that decide which scopes open a route. */
export type ScopeSettings = {
  readonly protectReads?: boolean;
  readonly scopePrefix?: string;
  readonly ownership?: boolean;
};

/**
 * Returns the scopes that open the route on a stage with authentication, such as `posts:write`. A token needs one of
 * them. An open route has none.
 */
export const scopesOf = (row: Row, { protectReads, scopePrefix = '', ownership }: ScopeSettings): string[] => {
  const isOpen = OPEN.some((open) => open === row.routeKey) || (OPEN_READS.includes(row.routeKey) && !protectReads);
  if (isOpen) return [];
  const scope = `${scopePrefix}${pluralOf(row)}:${methodOf(row) === 'GET' ? 'read' : 'write'}`;
  return ownership ? [scope, adminScopeOf(row, scopePrefix)] : [scope];
};
