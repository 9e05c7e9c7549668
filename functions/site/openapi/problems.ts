import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { exists, type Problem, stale, unavailable } from '../../http/problem';
import { hasId, methodOf, type Row } from '../../http/row';
import { toProblem } from '../../lambda/failure';

/** Parts of a request that the service refuses without a look at the table. */
export type RefusedRequest = Pick<Partial<APIGatewayProxyEventV2>, 'headers' | 'rawQueryString' | 'body'> & {
  readonly id?: string;
};

/**
 * Description of a problem. Its example is the response to `request`, or `problem`, or a problem with `means` as its
 * detail. The store has the same sentence as `means` then, which a test compares.
 */
export type KnownProblem = {
  readonly status: number;
  readonly means: string;
  readonly request?: RefusedRequest;
  readonly problem?: Problem;
};

/** Text that is not an id, so that no resource has it. */
const NO_ID = 'none';

/** Problems by `code`. */
export const problems = {
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
    means: 'A parameter is unknown, repeated, empty or not as its schema says.',
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
  'not-found': { status: 404, means: 'There is no such resource.', request: { id: NO_ID } },
  'method-not-allowed': { status: 405, means: 'The path knows other methods.' },
  'email-taken': { status: 409, means: 'Another user has this e-mail address.' },
  'user-has-posts': {
    status: 409,
    means: 'The user still has posts; delete them first, or with the user by ?force=true.',
  },
  'user-closing': {
    status: 409,
    means: 'The user is being deleted and takes no post; repeat the deletion to finish it.',
  },
  stale: { status: 412, means: 'The resource is no longer as If-Match says.', problem: stale('') },
  exists: { status: 412, means: 'The resource exists, and If-None-Match excludes it.', problem: exists('') },
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
  'unknown-user': { status: 422, means: 'The userId names no user.' },
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
  },
} as const satisfies Record<string, KnownProblem>;

export type Code = keyof typeof problems;

/** Returns the codes of the problems that a route can respond with. */
export const codesOf = (row: Row): readonly Code[] => {
  const method = methodOf(row);
  const when = (code: Code, isPossible: boolean | undefined) => (isPossible ? [code] : []);
  const hasBody = row.takes !== undefined;
  const isWrite = ['PUT', 'PATCH', 'DELETE'].includes(method);
  return [
    ...when('invalid-json', hasBody),
    ...when('invalid-body', hasBody),
    'invalid-query',
    'invalid-header',
    ...when('invalid-id', method === 'PUT'),
    ...when('not-found', hasId(row)),
    ...when('email-taken', row.takes && 'email' in row.takes),
    ...when('user-has-posts', row.query && 'force' in row.query),
    ...when('user-closing', row.takes && 'userId' in row.takes),
    ...when('stale', isWrite || method === 'GET'),
    ...when('exists', isWrite),
    ...when('body-too-large', hasBody),
    ...when('unsupported-media-type', hasBody),
    ...when('unknown-user', row.takes && 'userId' in row.takes),
    ...when('idempotency-key-reused', method === 'POST'),
    ...(row.table ? (['internal', 'unavailable'] as const) : []),
  ];
};
