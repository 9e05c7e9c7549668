import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { notOwner } from '../../http/caller';
import { exists, type Problem, stale, unavailable } from '../../http/problem';
import type { Resource } from '../../http/resource';
import { hasId, methodOf, type Row, verbOf } from '../../http/row';
import { toProblem } from '../../lambda/failure';
import { closingParent, hasChildren, type ProblemParts, unknownParent } from '../../model/belonging';
import { childrenOf, resourceOf, resources } from '../../resources';
import type { HeaderName } from './headers';

/** Parts of a request that the service refuses without a look at the table. */
export type RefusedRequest = Pick<Partial<APIGatewayProxyEventV2>, 'headers' | 'rawQueryString' | 'body'> & {
  readonly id?: string;
};

/**
 * Description of a problem. Its example is the response to `request`, or `problem`, or a problem with `means` as its
 * detail. The code that throws has the same sentence as `means` then, which a test compares.
 */
type KnownProblem = {
  readonly status: number;
  readonly means: string;
  readonly request?: RefusedRequest;
  readonly problem?: Problem;
  /** Headers of this problem beside those of all responses. */
  readonly headers?: readonly HeaderName[];
};

/** Text that is not an id, so that no resource has it. */
const NO_ID = 'none';

/** Problems that do not depend on the resource. */
const commonProblems = {
  'invalid-json': {
    status: 400,
    means: 'The body is not JSON, or not UTF-8.',
    request: { body: '{"title": "Hello",}' },
  },
  'invalid-body': {
    status: 400,
    means: 'Members are missing, unknown, given twice or not as the schema says.',
    request: { body: '{"name": "", "body": "Hello"}' },
  },
  'invalid-query': {
    status: 400,
    means: 'A parameter is unknown, repeated, empty, not as its schema says, or excluded by another.',
    request: { rawQueryString: 'page=2' },
  },
  'invalid-header': {
    status: 400,
    means: 'A header is not as its schema says, or `If-Match` stands beside `If-None-Match: *`.',
    request: { headers: { 'if-match': 'abc' } },
  },
  'invalid-id': {
    status: 400,
    means: 'Nothing can be created under this id.',
    request: { id: NO_ID, headers: { 'if-none-match': '*' } },
  },
  'not-owner': { status: 403, means: 'Only the owner may do this.', problem: notOwner() },
  'not-found': { status: 404, means: 'There is no such resource.', request: { id: NO_ID } },
  'method-not-allowed': { status: 405, means: 'The path knows other methods.' },
  stale: { status: 412, means: 'The resource is no longer as If-Match says.', problem: stale(''), headers: ['ETag'] },
  exists: {
    status: 412,
    means: 'The resource exists, and If-None-Match excludes it.',
    problem: exists(''),
    headers: ['ETag'],
  },
  'body-too-large': {
    status: 413,
    means: 'The body has more than 256 KiB.',
    request: { body: ' '.repeat(256 * 1024 + 1) },
  },
  'unsupported-media-type': {
    status: 415,
    means: 'The body has a type, charset or encoding that the service does not read.',
    request: { headers: { 'content-type': 'application/xml' }, body: '<post/>' },
  },
  'idempotency-key-reused': { status: 422, means: 'This Idempotency-Key came with another content before.' },
  internal: {
    status: 500,
    means: 'An error in the service; its log has the details under the requestId.',
    problem: toProblem(new Error()),
  },
  unavailable: {
    status: 503,
    means: 'The table cannot be reached; a write may or may not have been carried out.',
    problem: unavailable(),
    headers: ['Retry-After'],
  },
} satisfies Record<string, KnownProblem>;

type OwnProblem = KnownProblem & { readonly code: string; readonly on: readonly string[] };

/** Returns the problems that only routes of this resource respond with. */
const ownProblems = (resource: Resource): OwnProblem[] => {
  const { belongsTo, problems: own = {} } = resource;
  const children = childrenOf(resource);
  const from = ([status, code, means]: ProblemParts, on: readonly string[]) => ({ status, code, means, on });
  const writes = ['create', 'replace', 'update'];
  return [
    ...Object.entries(own).map(([code, problem]) => ({ code, ...problem })),
    ...[children, children?.below].flatMap((belonging) =>
      belonging ? [{ ...from(hasChildren(belonging), ['remove']), headers: ['Link'] as const }] : [],
    ),
    ...(belongsTo ? [closingParent(belongsTo), unknownParent(belongsTo)].map((parts) => from(parts, writes)) : []),
  ];
};

/** Problems by `code`, sorted by status. */
export const problems: Readonly<Record<string, KnownProblem>> = Object.fromEntries(
  [
    ...Object.entries<KnownProblem>(commonProblems),
    ...resources.flatMap(ownProblems).map((problem): [string, KnownProblem] => [problem.code, problem]),
  ].sort(([, { status }], [, other]) => status - other.status),
);

export const problemOf = (code: string): KnownProblem => {
  const problem = problems[code];
  if (!problem) throw new Error(`No problem has the code "${code}"; add it to the resource, or to problems.ts`);
  return problem;
};

/**
 * Returns the codes of the problems that a route can respond with, sorted by status. `ownership` tells whether the stage
 * asks for the owner.
 */
export const codesOf = (row: Row, ownership: boolean): readonly string[] => {
  const method = methodOf(row);
  const when = (isPossible: unknown, ...codes: (keyof typeof commonProblems)[]) => (isPossible ? codes : []);
  const isWrite = ['PUT', 'PATCH', 'DELETE'].includes(method);
  const resource = resourceOf(row);
  const own = resource ? ownProblems(resource).filter(({ on }) => on.includes(verbOf(row) ?? row.routeKey)) : [];
  const codes: readonly string[] = [
    'invalid-query',
    'invalid-header',
    ...when(row.takes, 'invalid-json', 'invalid-body', 'body-too-large', 'unsupported-media-type'),
    ...when(method === 'PUT', 'invalid-id'),
    ...when(ownership && row.table && row.objects !== 'anyone', 'not-owner'),
    ...when(hasId(row), 'not-found'),
    ...when(isWrite || method === 'GET', 'stale'),
    ...when(isWrite, 'exists'),
    ...when(method === 'POST', 'idempotency-key-reused'),
    ...when(row.table, 'internal', 'unavailable'),
    ...own.map(({ code }) => code),
  ];
  return Object.keys(problems).filter((code) => codes.includes(code));
};
