import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { content } from '../../http/content';
import { exists, Problem, stale, unavailable } from '../../http/problem';
import { readRequest } from '../../http/request';
import { methodOf, pathOf, type Row } from '../../http/row';
import { toProblem } from '../../lambda/failure';
import { ada, note } from './examples';

/** What a request says that the service refuses by itself, whatever the table holds. */
export type Case = Pick<Partial<APIGatewayProxyEventV2>, 'headers' | 'rawQueryString' | 'body'> & {
  readonly id?: string;
};

export type Known = {
  readonly status: number;
  readonly means: string;
  readonly asked?: Case;
  readonly said?: Problem;
};

/** No id is of this form, so it names nothing. */
const NO_ID = 'none';

/** A problem that depends on what the table holds. */
const inTable = (status: number, code: string, means: string, detail: string) => ({
  status,
  means,
  said: new Problem(status, code, detail),
});

/** Every `code` of a problem with one case of it: a request that gets it, or what is said of the table. */
export const problems = {
  'invalid-json': { status: 400, means: 'The body is not JSON, or not UTF-8.', asked: { body: '{"title": "Hello",}' } },
  'invalid-body': {
    status: 400,
    means: 'Members are missing, unknown, given twice or not as the schema says.',
    asked: { body: '{"name": "", "body": "Hello"}' },
  },
  'invalid-query': {
    status: 400,
    means: 'A parameter is unknown, repeated, empty or not as its schema says.',
    asked: { rawQueryString: 'page=2' },
  },
  'invalid-header': {
    status: 400,
    means: 'A header is not as its schema says, or `If-Match` stands beside `If-None-Match: *`.',
    asked: { headers: { 'if-match': 'abc' } },
  },
  'invalid-id': {
    status: 400,
    means: 'Nothing can be created under this id.',
    asked: { id: NO_ID, headers: { 'if-none-match': '*' } },
  },
  'not-found': { status: 404, means: 'There is no such resource.', asked: { id: NO_ID } },
  'method-not-allowed': { status: 405, means: 'The path knows other methods.' },
  'email-taken': inTable(409, 'email-taken', 'Another user has this address.', 'Another user has this e-mail address.'),
  'user-has-posts': inTable(
    409,
    'user-has-posts',
    'The user still has posts.',
    'The user still has posts; delete them first, or with the user by ?force=true.',
  ),
  'user-closing': inTable(
    409,
    'user-closing',
    'The user is being deleted with `force`; repeat the deletion.',
    'The user is being deleted and takes no post; repeat the deletion to finish it.',
  ),
  stale: { status: 412, means: 'The resource is no longer as If-Match says.', said: stale('') },
  exists: { status: 412, means: 'The resource is there, against If-None-Match.', said: exists('') },
  'body-too-large': {
    status: 413,
    means: 'The body has more than 256 KiB.',
    asked: { body: ' '.repeat(256 * 1024 + 1) },
  },
  'unsupported-media-type': {
    status: 415,
    means: 'The body is of a type, charset or encoding that is not read.',
    asked: { headers: { 'content-type': 'application/xml' }, body: '<post/>' },
  },
  'unknown-user': inTable(422, 'unknown-user', 'The userId names no user.', 'The userId names no user.'),
  'idempotency-key-reused': inTable(
    422,
    'idempotency-key-reused',
    'The key came with other content before.',
    'This Idempotency-Key came with another content before.',
  ),
  internal: {
    status: 500,
    means: 'A fault of the service; its log has the details, under the requestId.',
    said: toProblem(new Error()),
  },
  unavailable: {
    status: 503,
    means: 'The table cannot be reached; whether a write was carried out is open.',
    said: unavailable(),
  },
} as const satisfies Record<string, Known>;

export type Code = keyof typeof problems;

/** The problems that a row can answer, by what it takes and where it stands. */
export const codesOf = (row: Row): readonly Code[] => {
  const method = methodOf(row);
  const has = (code: Code, isThere: boolean | undefined) => (isThere ? [code] : []);
  const hasBody = row.takes !== undefined;
  const isWrite = ['PUT', 'PATCH', 'DELETE'].includes(method);
  return [
    ...has('invalid-json', hasBody),
    ...has('invalid-body', hasBody),
    'invalid-query',
    'invalid-header',
    ...has('invalid-id', method === 'PUT'),
    ...has('not-found', pathOf(row).endsWith('{id}')),
    ...has('email-taken', row.takes && 'email' in row.takes),
    ...has('user-has-posts', row.query && 'force' in row.query),
    ...has('user-closing', row.takes && 'userId' in row.takes),
    ...has('stale', isWrite || method === 'GET'),
    ...has('exists', isWrite),
    ...has('body-too-large', hasBody),
    ...has('unsupported-media-type', hasBody),
    ...has('unknown-user', row.takes && 'userId' in row.takes),
    ...has('idempotency-key-reused', method === 'POST'),
    ...(row.table ? (['internal', 'unavailable'] as const) : []),
  ];
};

/** A body that the row takes, where only something else is wrong. */
const soundBody = ({ takes }: Row) =>
  takes && JSON.stringify(Object.fromEntries(Object.entries({ ...note, ...ada }).filter(([name]) => name in takes)));

const refusalOf = (
  row: Row,
  { headers = {}, rawQueryString = '', body = soundBody(row), id = ada.id }: Case,
): Problem => {
  try {
    readRequest(row, { headers, rawQueryString, body, pathParameters: { id }, isBase64Encoded: false }, content);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error(`${row.routeKey} takes what is there to be refused`);
};

/** What a problem looks like on this route. */
export const problemOf = (row: Row, code: Code) => {
  const known: Known = problems[code];
  const problem = known.said ?? refusalOf(row, known.asked ?? {});
  return problem.body('lqcPWikMYvW7GgI=');
};
