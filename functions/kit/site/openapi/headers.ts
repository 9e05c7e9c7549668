import { isCreating, isList, isOfSite, methodOf, type Route } from '../../http/route';
import { MAX_TAGS } from '../../rules/conditions';
import type { Operation } from './resource';
import { parameterTextOf } from './texts';

const text = (description: string, maxLength = 100, pattern = '.') => ({
  description,
  schema: { type: 'string', maxLength, pattern },
});
const oneOf = (description: string, ...values: string[]) => ({ description, schema: { type: 'string', enum: values } });
const count = (description: string, maximum: number) => ({
  description,
  schema: { type: 'integer', format: 'int32', minimum: 0, maximum },
});

const accept = text('The media types to send instead.');

/** Response headers. */
export const headers = {
  ETag: text('The revision of the representation.', 100, '^"[!#-~]+"$'),
  Link: text('Related resources (RFC 8288), such as `next` and `first` of a list.', 20_000, '^<[^>]*>; rel="[a-z-]+"'),
  Location: text('The address of the created resource, or the target of a redirect.', 10_000, '^(https?:/)?/'),
  'X-Total-Count': count('The number of resources on all pages. Left out when counting takes too long.', 2_147_483_647),
  'Preference-Applied': text('The preference in `Prefer` that was applied (RFC 7240).'),
  'Content-Security-Policy': text('The content that the page may load: only its own.', 1000),
  'Content-Encoding': oneOf('The compression of the body, if the client accepts one.', 'br', 'gzip'),
  'Idempotency-Replayed': oneOf('Repeats the response to the first request with this key.', 'true'),
  'Accept-Post': accept,
  'Accept-Patch': accept,
  Accept: accept,
  Deprecation: text('The second from which the route is deprecated (RFC 9745).', 20, '^@\\d+$'),
  Sunset: text('The time from which the route can be gone (RFC 8594).', 29, ' GMT$'),
  'Retry-After': count('The number of seconds to wait before the next try.', 60),
} as const;

export type HeaderName = keyof typeof headers;

export const headerRefs = (names: readonly HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Returns the names of the headers of all responses of a deprecated route. */
export const endHeaders = ({ deprecated }: Route): readonly HeaderName[] =>
  deprecated ? ['Link', 'Deprecation', ...(deprecated.sunset ? (['Sunset'] as const) : [])] : [];

const WRITE_HEADERS: Readonly<Record<string, readonly HeaderName[]>> = {
  PUT: ['ETag', 'Location', 'Preference-Applied'],
  POST: ['ETag', 'Preference-Applied'],
  PATCH: ['ETag', 'Preference-Applied'],
  DELETE: ['Preference-Applied'],
};

export const successHeaders = (route: Route): readonly HeaderName[] => {
  if (isList(route)) return ['ETag', 'Link', 'X-Total-Count', 'Preference-Applied', 'Content-Encoding'];
  if (isOfSite(route)) return ['ETag', 'Link', 'Location', 'Content-Security-Policy', 'Content-Encoding'];
  if (route.isRaw) return [];
  if (isCreating(route)) return ['ETag', 'Location', 'Preference-Applied', 'Idempotency-Replayed'];
  return WRITE_HEADERS[methodOf(route)] ?? ['ETag'];
};

/** Maximum length of a header. API Gateway answers 431 to a longer header. */
const MAX_HEADER_LENGTH = 10_240;

const parameter = (name: string, description: string, schema: object) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', maxLength: MAX_HEADER_LENGTH, ...schema },
});

/** Matches `*` and lists of tags. The service also reads lists with other white space, and tags that are not ASCII. */
const TAGS = '^(\\*|(W/)?"[!#-~]*"( *, *(W/)?"[!#-~]*")*)$';
/** Matches all values of a header, which has no control characters. */
const VALUE = '^[^\\u0000-\\u001F\\u007F]*$';
const LIMITS = `\`*\`, or at most ${MAX_TAGS} tags. \`If-Match\` beside \`If-None-Match: *\` is a 400 \`invalid-header\`.`;

const ifMatch = `Only if the resource is at one of these revisions; else 412 \`stale\`. ${LIMITS}`;
const ifNoneMatch = {
  read: `304 if the resource is at one of these revisions. ${LIMITS}`,
  write: `Else 412 \`exists\`. With \`*\` a PUT creates. ${LIMITS}`,
};
const prefer = {
  list: '`count=exact` asks for the number of resources on all pages.',
  write: '`return=minimal` or `return=representation`: a response without or with the resource.',
};

/** Returns the parameters for the request headers of a route. /docs fills in each `example`, but no `examples`. */
export const headerParameters = (operation: Operation) => {
  const { route } = operation;
  const own = (route.headers ?? []).map((name) =>
    parameter(name, parameterTextOf(operation, name), { pattern: VALUE }),
  );
  if (route.isRaw) return own;
  const method = methodOf(route);
  const isRead = method === 'GET';
  const tags = [
    parameter('If-Match', ifMatch, { pattern: TAGS, examples: ['*'] }),
    parameter('If-None-Match', ifNoneMatch[isRead ? 'read' : 'write'], { pattern: TAGS, examples: ['"abc"'] }),
  ];
  const keys = { maxLength: 255, pattern: '^[!-~]+$', examples: ['order-4711'] };
  const key = parameter('Idempotency-Key', 'For 24 hours the same key creates only once.', keys);
  const example = isRead ? 'count=exact' : 'return=representation';
  const preferences = parameter('Prefer', prefer[isRead ? 'list' : 'write'], { pattern: VALUE, examples: [example] });
  const ofPost = isCreating(route) ? [key] : [];
  return [...own, ...(method === 'POST' ? ofPost : tags), ...(isRead && !isList(route) ? [] : [preferences])];
};
