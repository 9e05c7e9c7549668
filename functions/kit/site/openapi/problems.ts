import { hasId, isCreating, methodOf, type Route, takesBody, verbOf } from '../../http/route';
import { takenValue } from '../../model/models';
import {
  deletingParent,
  hasChildren,
  incomplete,
  optionalObjectIn,
  type ProblemParts,
  unknownParent,
} from '../../model/relation';
import { childrenOf, relationsOf, resourceOf } from '../../resources';
import { notPossible } from '../../rules/states';
import { groups, resources } from '../../yours';
import { getReference } from '../routes';
import type { HeaderName } from './headers';
import type { Resource, RouteGroup } from './resource';

/** Tells whether a route can respond with a problem. `ownership` tells whether the stage asks for the owner. */
type RouteCheck = (route: Route, ownership: boolean) => boolean;

/** Tells whether the kit reads the headers and the query of a route. */
const isParsed: RouteCheck = (route) => !route.isRaw;
const readsQuery: RouteCheck = (route) => !route.isRaw && route !== getReference;
const has =
  (...methods: string[]): RouteCheck =>
  (route) =>
    !route.isRaw && methods.includes(methodOf(route));
const isRawWrite = (route: Route) => route.isRaw === true && methodOf(route) !== 'GET';
const creates: RouteCheck = (route) => !route.isRaw && isCreating(route);
/** Tells whether a route calls the table, or another service. */
const callsOut: RouteCheck = ({ actions, grants, environment }) => (actions ?? grants ?? environment) !== undefined;
const asksForOwner: RouteCheck = (route, ownership) =>
  ownership && route.actions !== undefined && route.access !== 'public';

/** Makes a problem. `headers` are those of this problem beside those of all responses. */
const known = (status: number, means: string, on: RouteCheck, headers: readonly HeaderName[] = []) => {
  return { status, means, on, headers };
};
type KnownProblem = ReturnType<typeof known>;

/** Problems that do not depend on the resource. */
const commonProblems: Readonly<Record<string, KnownProblem>> = {
  'invalid-json': known(400, 'The body is not JSON, or not UTF-8.', takesBody),
  'invalid-body': known(400, 'Members are missing, unknown or not as the schema says.', has('POST', 'PUT', 'PATCH')),
  'invalid-query': known(400, 'A parameter is unknown, repeated or not as its schema says.', readsQuery),
  'invalid-header': known(
    400,
    'A header is not as its schema says, or a write has If-Unmodified-Since instead of If-Match.',
    isParsed,
  ),
  'invalid-id': known(400, 'Nothing can be created under this id.', has('PUT')),
  'not-owner': known(403, 'Only the owner may do this.', asksForOwner),
  'not-found': known(404, 'There is no such resource.', hasId),
  'method-not-allowed': known(405, 'The path has other methods.', () => false),
  gone: known(410, 'This version is no longer served. `Link` names its successor.', () => false, ['Link']),
  stale: known(412, 'The resource is no longer as If-Match says.', has('GET', 'PUT', 'PATCH', 'DELETE'), ['ETag']),
  exists: known(412, 'The resource exists, against If-None-Match.', has('PUT', 'PATCH', 'DELETE'), ['ETag']),
  'body-too-large': known(413, 'The body has more than 256 KiB.', (route) => takesBody(route) || isRawWrite(route)),
  'unsupported-media-type': known(415, 'The body has a type that the service does not read.', takesBody),
  'idempotency-key-reused': known(422, 'This Idempotency-Key came with another content before.', creates),
  internal: known(500, 'An error in the service; its log has the requestId.', callsOut),
  unavailable: known(503, 'The table cannot be reached. A write may be applied or not.', callsOut, ['Retry-After']),
};

/** Returns the problems that only routes of this resource respond with. */
const ownProblems = (resource: Resource): [string, KnownProblem][] => {
  const { problems = {} } = resource;
  const members = [...resource.members.values()].filter(({ field }) => !field.isServerSet);
  const uniques = members.filter(({ field }) => field.unique);
  const objects = members.filter(({ field }) => optionalObjectIn(field));
  const states = members.filter(({ field }) => field.changes);
  const problemOf = ([status, code, means]: ProblemParts, ...on: string[]): [string, KnownProblem] => {
    const isOwn: RouteCheck = (route) => resourceOf(route) === resource && on.includes(verbOf(route) ?? route.routeKey);
    return [code, known(status, means, isOwn, code.includes('-has-') ? ['Link'] : [])];
  };
  return [
    ...Object.entries(problems).map(([code, { status, means, on }]) => problemOf([status, code, means], ...on)),
    ...childrenOf(resource).map((each) => problemOf(hasChildren(each), 'remove')),
    ...[
      ...uniques.map(takenValue),
      ...relationsOf(resource).flatMap((relation) => [deletingParent(relation), unknownParent(relation)]),
    ].map((parts) => problemOf(parts, 'create', 'replace', 'update')),
    ...states.map(({ name }) => problemOf(notPossible(name), 'replace', 'update')),
    ...objects.map(({ name }) => problemOf(incomplete(name), 'update')),
  ];
};

/** Returns the problems of a group, which names its routes by their keys. */
const problemsOfGroup = ({ problems = {} }: RouteGroup) =>
  Object.entries(problems).map(([code, { status, means, on }]): [string, KnownProblem] => [
    code,
    known(status, means, ({ routeKey }) => on.includes(routeKey)),
  ]);

/** Problems with their codes, sorted by status. Two kinds of children share the codes about their parent. */
export const problems = [
  ...Object.entries(commonProblems),
  ...resources.flatMap(ownProblems),
  ...groups.flatMap(problemsOfGroup),
].sort(([, { status }], [, other]) => status - other.status);

export const problemsOf = (route: Route, ownership: boolean) => problems.filter(([, { on }]) => on(route, ownership));
