import { MOST_TAGS, tags } from '../../http/precondition';
import { methodOf, type Row } from '../../http/row';
import type { Name } from './examples';
import { ANY } from './schemas';

const text = (maxLength: number, pattern: string) => ({ type: 'string', maxLength, pattern });
const oneOf = (...values: string[]) => ({ type: 'string', enum: values });

const uri = { type: 'string', format: 'uri-reference', maxLength: 10_000, pattern: '^(https?:/)?/' };

/** The headers of answers. */
export const headers = {
  ETag: { description: 'The revision of the representation.', schema: text(100, '^"[!#-~]+"$') },
  'Cache-Control': {
    description: 'Reads may be kept, `no-cache` when they are asked for again; writes and errors may not.',
    schema: text(40, '^((private, )?no-cache|no-store|(public|private), max-age=\\d+)$'),
  },
  'X-Content-Type-Options': { description: 'The body is what its type says.', schema: oneOf('nosniff') },
  'Access-Control-Allow-Origin': {
    description: 'The gateway adds it where the request has an `Origin` that the stage allows.',
    schema: text(300, '^(\\*|https?://.+)$'),
  },
  'Access-Control-Expose-Headers': {
    description: 'The gateway adds it where the request has an `Origin`: what pages of another origin may read.',
    schema: text(1000, '^[a-z,-]+$'),
  },
  'Apigw-Requestid': { description: 'The gateway adds it: the `requestId` of the log.', schema: text(100, '.') },
  Link: {
    description:
      'Where there is more (RFC 8288): `next` and `first` of a list, `related` of a user who still has posts, `service-desc` and `service-doc` of the index.',
    schema: text(20_000, '^<[^>]*>; rel="[a-z-]+"'),
  },
  Location: { description: 'The address of what was created, or of where to go instead.', schema: uri },
  Vary: { description: 'The request headers that the answer depends on.', schema: text(100, '^[a-z, -]+$') },
  'X-Total-Count': {
    description:
      'How many there are on all pages; left out where counting them would take more than four reads of 1 MB.',
    schema: { type: 'integer', format: 'int32', minimum: 0, maximum: 2_147_483_647 },
  },
  'Preference-Applied': {
    description: 'What was done of `Prefer` (RFC 7240).',
    schema: oneOf('return=minimal', 'return=representation', 'count=exact'),
  },
  'Content-Security-Policy': {
    description: 'What the page may load: itself.',
    schema: text(1000, "^default-src 'none'"),
  },
  'Content-Encoding': {
    description: 'How the page is compressed, where the client takes that.',
    schema: oneOf('gzip'),
  },
  'Idempotency-Replayed': {
    description: 'This is the answer to the first request with this key.',
    schema: oneOf('true'),
  },
  'Accept-Post': { description: 'What to send instead.', schema: text(100, 'json') },
  'Accept-Patch': { description: 'What to send instead.', schema: text(100, 'json') },
  Accept: { description: 'What to send instead.', schema: text(100, 'json') },
  'Retry-After': {
    description: 'Seconds after which to try again.',
    schema: { type: 'integer', format: 'int32', minimum: 1, maximum: 60 },
  },
} as const;

export type HeaderName = keyof typeof headers;

export const refer = (names: readonly HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export const isList = (row: Row) => row.query !== undefined && 'after' in row.query;

const request = (name: string, description: string, schema: object) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema,
});

/** API Gateway refuses a longer one by itself: 431. */
const MAX_HEADER = 10_240;

const AT_MOST = `\`*\`, or at most ${MOST_TAGS} tags.`;
const NOT_BESIDE =
  '`If-Match` beside `If-None-Match: *` is a 400 `invalid-header`: one asks for a resource, the other for none.';

/** The request headers that a route heeds. */
export const headersOf = (row: Row) => {
  const method = methodOf(row);
  const ifMatch = request(
    'If-Match',
    `Only if the resource is at one of these revisions; else 412 \`stale\`. ${AT_MOST} ${NOT_BESIDE}`,
    text(MAX_HEADER, `^\\*$|${tags.source}`),
  );
  const ifNoneMatch = request(
    'If-None-Match',
    method === 'GET'
      ? `304 if the resource is at one of these revisions. ${AT_MOST} ${NOT_BESIDE}`
      : `Only if the resource is at none of these revisions; else 412 \`exists\`. With \`*\` a PUT creates. ${AT_MOST} ${NOT_BESIDE}`,
    text(MAX_HEADER, `^\\*$|${tags.source}`),
  );
  const key = request(
    'Idempotency-Key',
    'For 24 hours the same key with the same content gets the first answer again, and creates nothing.',
    { ...text(255, '^[!-~]+$'), minLength: 1 },
  );
  const prefer = (description: string) =>
    request('Prefer', `${description} What is not known is ignored (RFC 7240).`, text(MAX_HEADER, ANY));
  return [
    ...(method === 'POST' ? [key] : [ifMatch, ifNoneMatch]),
    ...(isList(row) ? [prefer('`count=exact` asks how many there are on all pages.')] : []),
    ...(method === 'GET'
      ? []
      : [prefer('`return=minimal` or `return=representation`: whether to answer with the resource.')]),
  ];
};

const OF_SITE: Partial<Record<Name, readonly HeaderName[]>> = {
  listRoutes: ['ETag', 'Link', 'Vary'],
  getReference: ['ETag', 'Content-Security-Policy', 'Content-Encoding', 'Vary'],
};

/** The headers of the answer when all goes well. */
export const successHeaders = (name: Name, row: Row, status: number): readonly HeaderName[] => {
  const method = methodOf(row);
  if (status === 302) return ['Location', 'Vary'];
  if (isList(row)) return ['ETag', 'Link', 'X-Total-Count', 'Preference-Applied', 'Vary'];
  if (method === 'GET') return OF_SITE[name] ?? ['ETag'];
  if (method === 'DELETE') return ['Preference-Applied'];
  if (status !== 201) return ['ETag', 'Preference-Applied'];
  return ['ETag', 'Location', 'Preference-Applied', ...(method === 'POST' ? (['Idempotency-Replayed'] as const) : [])];
};
