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

type RouteCheck = KnownProblem['on'];

const always: RouteCheck = () => true;
const never: RouteCheck = () => false;
const has =
  (...methods: string[]): RouteCheck =>
  (route) =>
    methods.includes(methodOf(route));
const hasBody: RouteCheck = (route) => route.body !== undefined;
const usesTable: RouteCheck = (route) => route.actions !== undefined;
const asksForOwner: RouteCheck = (route, ownership) =>
  ownership && route.actions !== undefined && route.access === 'owner';

type ProblemRow = readonly [
  code: string,
  status: number,
  means: string,
  on: RouteCheck,
  headers?: readonly HeaderName[],
];

/** Problems that do not depend on the resource. */
const commonProblems: readonly ProblemRow[] = [
  ['invalid-json', 400, 'The body is not JSON, or not UTF-8.', hasBody],
  ['invalid-body', 400, 'Members are missing, unknown or not as the schema says.', hasBody],
  ['invalid-query', 400, 'A parameter is unknown, repeated or not as its schema says.', always],
  ['invalid-header', 400, 'A header is not as its schema says.', always],
  ['invalid-id', 400, 'Nothing can be created under this id.', has('PUT')],
  ['not-owner', 403, 'Only the owner may do this.', asksForOwner],
  ['not-found', 404, 'There is no such resource.', hasId],
  ['method-not-allowed', 405, 'The path has other methods.', never],
  ['stale', 412, 'The resource is no longer as If-Match says.', has('GET', 'PUT', 'PATCH', 'DELETE'), ['ETag']],
  ['exists', 412, 'The resource exists, against If-None-Match.', has('PUT', 'PATCH', 'DELETE'), ['ETag']],
  ['body-too-large', 413, 'The body has more than 256 KiB.', hasBody],
  ['unsupported-media-type', 415, 'The body has a type that the service does not read.', hasBody],
  ['idempotency-key-reused', 422, 'This Idempotency-Key came with another content before.', has('POST')],
  ['internal', 500, 'An error in the service; its log has the requestId.', usesTable],
  ['unavailable', 503, 'The table cannot be reached; a write may or may not be applied.', usesTable, ['Retry-After']],
];

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

const toEntry = ([code, status, means, on, headers]: ProblemRow): [string, KnownProblem] => [
  code,
  { status, means, on, headers },
];

/** Problems by `code`, sorted by status. */
export const problems = Object.fromEntries(
  [...commonProblems.map(toEntry), ...resources.flatMap(ownProblems)].sort(
    ([, { status }], [, other]) => status - other.status,
  ),
);

/** Returns the problems that a route can respond with, by code. */
export const problemsOf = (route: Route, ownership: boolean) =>
  Object.entries(problems).filter(([, { on }]) => on(route, ownership));
