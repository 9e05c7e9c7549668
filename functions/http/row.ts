import type { Members } from '../model/member';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** All that may be called without a token on a stage with authentication. */
const OPEN = ['GET /', 'GET /openapi.json', 'GET /docs', '$default'] as const;
/** The same, unless the stage protects its reads. */
const OPEN_READS: readonly string[] = ['GET /posts', 'GET /posts/{id}'];

export type Scope = `${'users' | 'posts'}:${'read' | 'write'}`;

/** A route names the scope that a token for it needs; one that is not on the list of open ones cannot leave it out. */
type Access =
  | { readonly routeKey: (typeof OPEN)[number]; readonly scope?: never }
  | { readonly routeKey: `${Method} /${string}`; readonly scope: Scope };

/** One line of the route table: all that the stack, the handlers and the tests need to know of a route. */
export type Row = Access & {
  readonly source: `functions/${string}.ts`;
  readonly takes?: Members;
  readonly query?: Members;
  /** What it answers; a list, an array of these. */
  readonly returns?: Members;
  /** DynamoDB actions on the table and on its index; the function's role grants these and no others. */
  readonly table?: readonly ('GetItem' | 'Query' | 'PutItem' | 'UpdateItem' | 'DeleteItem')[];
  readonly byUser?: readonly 'Query'[];
};

export const methodOf = (row: Row) => row.routeKey.split(' ', 1)[0] ?? '';

export const pathOf = (row: Row) => row.routeKey.slice(methodOf(row).length + 1);

/** API Gateway serves HEAD only where a route names it, so every GET row stands for two routes. */
export const routeKeysOf = (row: Row): string[] =>
  methodOf(row) === 'GET' ? [row.routeKey, `HEAD ${pathOf(row)}`] : [row.routeKey];

/** The scope that a route needs on a stage with authentication; none where it is open, which takes a place on a list. */
export const scopeOf = ({ routeKey, scope }: Row, { protectReads }: { readonly protectReads?: boolean }) => {
  if (OPEN_READS.includes(routeKey) && !protectReads) return undefined;
  // The compiler says so, too; but what deploys is not compiled.
  if (!scope && !OPEN.some((open) => open === routeKey))
    throw new Error(`${routeKey} names no scope, and is not on the list of open routes`);
  return scope;
};
