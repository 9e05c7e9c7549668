import { MAX_TAGS, TAG_LIST } from '../../http/precondition';
import { isList, methodOf, type Row } from '../../http/row';
import { ANY } from './schemas';

const text = (maxLength: number, pattern: string) => ({ type: 'string', maxLength, pattern });
const oneOf = (...values: string[]) => ({ type: 'string', enum: values });

const uri = { type: 'string', format: 'uri-reference', maxLength: 10_000, pattern: '^(https?:/)?/' };

/** Response headers. */
export const headers = {
  ETag: { description: 'The revision of the representation.', schema: text(100, '^"[!#-~]+"$') },
  'Cache-Control': {
    description:
      'Responses to reads may be cached. `no-cache` means that a cache asks the service before each use. Responses to writes and errors may not be cached.',
    schema: text(40, '^((private, )?no-cache|no-store|(public|private), max-age=\\d+)$'),
  },
  'X-Content-Type-Options': {
    description: 'The body has the type that `Content-Type` says; clients need not guess.',
    schema: oneOf('nosniff'),
  },
  'Access-Control-Allow-Origin': {
    description: 'Added by the gateway when the request has an `Origin` that the stage allows.',
    schema: text(300, '^(\\*|https?://.+)$'),
  },
  'Access-Control-Expose-Headers': {
    description:
      'Added by the gateway when the request has an `Origin`: the headers that pages of another origin may read.',
    schema: text(1000, '^[a-z,-]+$'),
  },
  'Apigw-Requestid': { description: 'Added by the gateway: the `requestId` of the log.', schema: text(100, '.') },
  Link: {
    description:
      'Addresses of related resources (RFC 8288): `next` and `first` of a list, `related` of a resource that still has children, `service-desc` and `service-doc` of the index.',
    schema: text(20_000, '^<[^>]*>; rel="[a-z-]+"'),
  },
  Location: { description: 'The address of the created resource, or the target of a redirect.', schema: uri },
  Vary: { description: 'The request headers that the response depends on.', schema: text(100, '^[a-z, -]+$') },
  'X-Total-Count': {
    description:
      'The number of resources on all pages. Left out when counting them would take more than four reads of 1 MB.',
    schema: { type: 'integer', format: 'int32', minimum: 0, maximum: 2_147_483_647 },
  },
  'Preference-Applied': {
    description: 'The preference in `Prefer` that was applied (RFC 7240).',
    schema: oneOf('return=minimal', 'return=representation', 'count=exact'),
  },
  'Content-Security-Policy': {
    description: 'The content that the page may load: only its own.',
    schema: text(1000, "^default-src 'none'"),
  },
  'Content-Encoding': {
    description: 'The compression of the body, if the client accepts one.',
    schema: oneOf('br', 'gzip'),
  },
  'Idempotency-Replayed': {
    description: 'The response repeats the response to the first request with this key.',
    schema: oneOf('true'),
  },
  'Accept-Post': { description: 'The media types to send instead.', schema: text(100, 'json') },
  'Accept-Patch': { description: 'The media types to send instead.', schema: text(100, 'json') },
  Accept: { description: 'The media types to send instead.', schema: text(100, 'json') },
  'Retry-After': {
    description: 'The number of seconds to wait before the next try.',
    schema: { type: 'integer', format: 'int32', minimum: 1, maximum: 60 },
  },
} as const;

export type HeaderName = keyof typeof headers;

export const headerRefs = (names: readonly HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const headerParameter = (name: string, description: string, schema: object) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema,
});

/** Maximum length of a header. API Gateway answers 431 to a longer header. */
const MAX_HEADER_LENGTH = 10_240;

const TAGS_LIMIT = `\`*\`, or at most ${MAX_TAGS} tags.`;
const NOT_BESIDE =
  '`If-Match` beside `If-None-Match: *` is a 400 `invalid-header`: one asks for a resource, the other for none.';

/** Returns the parameters for the request headers that a route reads. */
export const headerParameters = (row: Row) => {
  const method = methodOf(row);
  const ifMatch = headerParameter(
    'If-Match',
    `Only if the resource is at one of these revisions; else 412 \`stale\`. ${TAGS_LIMIT} ${NOT_BESIDE}`,
    text(MAX_HEADER_LENGTH, `^\\*$|${TAG_LIST.source}`),
  );
  const ifNoneMatch = headerParameter(
    'If-None-Match',
    method === 'GET'
      ? `304 if the resource is at one of these revisions. ${TAGS_LIMIT} ${NOT_BESIDE}`
      : `Only if the resource is at none of these revisions; else 412 \`exists\`. With \`*\` a PUT creates. ${TAGS_LIMIT} ${NOT_BESIDE}`,
    text(MAX_HEADER_LENGTH, `^\\*$|${TAG_LIST.source}`),
  );
  const key = headerParameter(
    'Idempotency-Key',
    'For 24 hours the same key with the same content gets the first response again, and creates nothing.',
    { ...text(255, '^[!-~]+$'), minLength: 1 },
  );
  const prefer = (description: string) =>
    headerParameter(
      'Prefer',
      `${description} Unknown preferences are ignored (RFC 7240).`,
      text(MAX_HEADER_LENGTH, ANY),
    );
  return [
    ...(method === 'POST' ? [key] : [ifMatch, ifNoneMatch]),
    ...(isList(row) ? [prefer('`count=exact` asks for the number of resources on all pages.')] : []),
    ...(method === 'GET'
      ? []
      : [prefer('`return=minimal` or `return=representation`: a response without or with the resource.')]),
  ];
};

const SITE_HEADERS: Readonly<Record<string, readonly HeaderName[]>> = {
  listRoutes: ['ETag', 'Link', 'Vary'],
  getDescription: ['ETag', 'Content-Encoding', 'Vary'],
  getReference: ['ETag', 'Content-Security-Policy', 'Content-Encoding', 'Vary'],
};

/** Returns the headers of a response to a request that succeeds. */
export const successHeaders = (name: string, row: Row, status: number): readonly HeaderName[] => {
  const method = methodOf(row);
  if (status === 302) return ['Location', 'Vary'];
  if (isList(row)) return ['ETag', 'Link', 'X-Total-Count', 'Preference-Applied', 'Content-Encoding', 'Vary'];
  if (method === 'GET') return SITE_HEADERS[name] ?? ['ETag'];
  if (method === 'DELETE') return ['Preference-Applied'];
  if (status !== 201) return ['ETag', 'Preference-Applied'];
  return ['ETag', 'Location', 'Preference-Applied', ...(method === 'POST' ? (['Idempotency-Replayed'] as const) : [])];
};
