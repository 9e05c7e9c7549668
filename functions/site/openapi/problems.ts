import type { Resource } from '../../http/resource';
import { hasId, methodOf, type Route, verbOf } from '../../http/route';
import { deletingParent, hasChildren, type ProblemParts, unknownParent } from '../../model/relation';
import { childrenOf, resourceOf, resources } from '../../resources';
import type { HeaderName } from './headers';

type KnownProblem = {
  readonly status: number;
  readonly means: string;
  /** Tells whether a route can respond with the problem. `ownership` tells whether the stage asks for the owner. */
  readonly on: (route: Route, ownership: boolean) => boolean;
  /** Headers of this problem beside those of all responses. */
  readonly headers?: readonly HeaderName[];
};

const isWrite = (route: Route) => ['PUT', 'PATCH', 'DELETE'].includes(methodOf(route));
const hasBody = (route: Route) => route.body !== undefined;
const hasTable = (route: Route) => route.actions !== undefined;

/** Problems that do not depend on the resource. */
const commonProblems: Readonly<Record<string, KnownProblem>> = {
  'invalid-json': { status: 400, means: 'The body is not JSON, or not UTF-8.', on: hasBody },
  'invalid-body': { status: 400, means: 'Members are missing, unknown or not as the schema says.', on: hasBody },
  'invalid-query': {
    status: 400,
    means: 'A parameter is unknown, repeated or not as its schema says.',
    on: () => true,
  },
  'invalid-header': { status: 400, means: 'A header is not as its schema says.', on: () => true },
  'invalid-id': {
    status: 400,
    means: 'Nothing can be created under this id.',
    on: (route) => methodOf(route) === 'PUT',
  },
  'not-owner': {
    status: 403,
    means: 'Only the owner may do this.',
    on: (route, ownership) => ownership && hasTable(route) && route.access === 'owner',
  },
  'not-found': { status: 404, means: 'There is no such resource.', on: hasId },
  'method-not-allowed': { status: 405, means: 'The path knows other methods.', on: () => false },
  stale: {
    status: 412,
    means: 'The resource is no longer as If-Match says.',
    on: (route) => isWrite(route) || methodOf(route) === 'GET',
    headers: ['ETag'],
  },
  exists: { status: 412, means: 'The resource exists, against If-None-Match.', on: isWrite, headers: ['ETag'] },
  'body-too-large': { status: 413, means: 'The body has more than 256 KiB.', on: hasBody },
  'unsupported-media-type': { status: 415, means: 'The body has a type that the service does not read.', on: hasBody },
  'idempotency-key-reused': {
    status: 422,
    means: 'This Idempotency-Key came with another content before.',
    on: (route) => methodOf(route) === 'POST',
  },
  internal: { status: 500, means: 'An error in the service; its log has the requestId.', on: hasTable },
  unavailable: {
    status: 503,
    means: 'The table cannot be reached; a write may or may not have been carried out.',
    on: hasTable,
    headers: ['Retry-After'],
  },
};

/** Returns the problems that only routes of this resource respond with. */
const ownProblems = (resource: Resource): [string, KnownProblem][] => {
  const { relation, problems = {} } = resource;
  const isOwn = (route: Route, on: readonly string[]) =>
    resourceOf(route) === resource && on.includes(verbOf(route) ?? route.routeKey);
  const problemOf = ([status, code, means]: ProblemParts, ...on: string[]): [string, KnownProblem] => [
    code,
    { status, means, on: (route) => isOwn(route, on), headers: code.includes('-has-') ? ['Link'] : [] },
  ];
  const children = childrenOf(resource);
  return [
    ...Object.entries(problems).map(([code, { status, means, on }]) => problemOf([status, code, means], ...on)),
    ...[children, children?.children].flatMap((each) => (each ? [problemOf(hasChildren(each), 'remove')] : [])),
    ...(relation ? [deletingParent(relation), unknownParent(relation)] : []).map((parts) =>
      problemOf(parts, 'create', 'replace', 'update'),
    ),
  ];
};

/** Problems by `code`, sorted by status. */
export const problems = Object.fromEntries(
  [...Object.entries(commonProblems), ...resources.flatMap(ownProblems)].sort(
    ([, { status }], [, other]) => status - other.status,
  ),
);

/** Returns the problems that a route can respond with, by code. */
export const problemsOf = (route: Route, ownership: boolean) =>
  Object.entries(problems).filter(([, { on }]) => on(route, ownership));
