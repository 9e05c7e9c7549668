import { isOwnershipOn } from '../environment';
import type { Issue } from '../model/field';
import { Owner } from '../model/text';
import type { Caller } from '../rules/conditions';
import { Problem } from '../rules/problem';
import { MAX_BODY_BYTES, tooLarge } from './body-size';
import { addError, type ProblemError } from './errors';
import type { ApiEvent } from './event';
import { pointerTo, readFields, readOnlyFields } from './fields';
import { describeSyntaxError, MAX_VALUES, scan } from './json';
import type { LoadedRoute } from './route';

const MERGE_PATCH = 'application/merge-patch+json';

export const ACCEPT_PATCH = `${MERGE_PATCH}, application/json`;

/** Returns the header of a 415 that names the accepted types (RFC 9110 §15.5.16, RFC 5789, W3C LDP for Accept-Post). */
const acceptHeader = (method: string): Record<string, string> => {
  if (method === 'PATCH') return { 'accept-patch': ACCEPT_PATCH };
  return { [method === 'POST' ? 'accept-post' : 'accept']: 'application/json' };
};

const isAccepted = (type: string, method: string, hasOrigin: boolean) => {
  if (type === 'application/json' || type === MERGE_PATCH) return true;
  // Refuses these two and a missing type from browsers, because pages of another origin can send them without a CORS
  // preflight. Browsers send Origin; curl and scripts do not.
  if (type === 'text/plain' || type === 'application/x-www-form-urlencoded') return !hasOrigin;
  return method !== 'PATCH' && /^[\w.!#$&^-]+\/[\w.!#$&^+-]+\+json$/.test(type);
};

const checkType = (headers: ApiEvent['headers'], method: string) => {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  // Trims first, because a pattern that begins with white space takes quadratic time.
  const sent = (headers['content-type'] ?? 'text/plain').trim();
  const [, type = '', parameters = ''] = /^([^;\s]*)\s*(?:;(.*))?$/s.exec(sent) ?? [];
  const charsets = [...parameters.matchAll(/(?:^|;)\s*charset\s*=\s*"?([^";\s]*)/gi)].map(
    ([, charset = '']) => charset,
  );
  const hasAcceptedType = isAccepted(type.toLowerCase(), method, headers.origin !== undefined);
  if (hasAcceptedType && charsets.every((charset) => /^utf-?8$/i.test(charset)) && encoding === 'identity') return;
  const accepted = Object.values(acceptHeader(method)).join();
  const detail = `The body must be ${accepted} in UTF-8, not compressed.`;
  throw new Problem(415, 'unsupported-media-type', detail, { headers: acceptHeader(method) });
};

/** Decodes the body as UTF-8. Returns undefined for a body that is not UTF-8. */
const decode = ({ headers, body = '', isBase64Encoded }: ApiEvent): string | undefined => {
  const encoding = isBase64Encoded ? 'base64' : 'utf8';
  // Measures the body before it is decoded, because the gateway takes bodies of 6 MB.
  const length = Buffer.byteLength(body, encoding);
  if (length > MAX_BODY_BYTES) throw tooLarge(length);
  // The gateway replaces invalid UTF-8 in a text body by U+FFFD. Only the changed length shows the replacement.
  const { 'content-length': sentLength = String(length) } = headers;
  if (!isBase64Encoded && body.includes('\uFFFD') && sentLength !== String(length)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(body, encoding));
  } catch {
    return undefined;
  }
};

const parse = (source: string | undefined, errors: ProblemError[]) => {
  const refuse = (detail: string, rule: Issue[0] = 'format', code: ProblemError['code'] = 'invalid-json') =>
    void errors.push({ code, pointer: '#', issue: [rule, detail] });
  if (source === '') return refuse('is missing; send a JSON object', 'required');
  if (source === undefined) return refuse('is not valid JSON: it is not UTF-8');
  const { errorAt, repeated, values } = scan(source);
  if (errorAt !== undefined && /^[^\s{["]+=/.test(source)) return refuse('is a form; send JSON');
  if (errorAt !== undefined) return refuse(`is not valid JSON: ${describeSyntaxError(source, errorAt)}`);
  if (values > MAX_VALUES) return refuse(`has more than ${MAX_VALUES} values; send fewer`, 'too-long', 'invalid-body');
  return { input: JSON.parse(source) as unknown, repeated };
};

/** Adds the error of a body that the route does not take. Accepts `{}`, because many clients send it with every POST. */
export const refuseBody = ({ body = '', isBase64Encoded }: ApiEvent, errors: ProblemError[]) => {
  const text = isBase64Encoded ? Buffer.from(body, 'base64').toString() : body;
  if (!/^(\{\s*\})?$/.test(text.trim()))
    addError(errors, 'pointer', '#', ['not-allowed', 'must be left out, because this route takes none']);
  return { body: {}, input: {} };
};

type BodyOptions = { readonly caller: Partial<Caller> | undefined; readonly errors: ProblemError[] };

/**
 * Parses the body by the route's model. Throws for a wrong type or size; adds all other errors to `errors`. Returns the value
 * as the client sent it, too.
 */
export const readBody = (route: LoadedRoute, event: ApiEvent, { caller, errors }: BodyOptions) => {
  if (!route.body) return {};
  const { method } = route;
  if (event.body) checkType(event.headers, method);
  const parsed = parse(decode(event), errors);
  if (!parsed) return {};
  const { input, repeated } = parsed;
  // A POST ignores the owner, and what only handlers set. The id and the times in a POST are probably a mistake.
  const ignored = { PUT: readOnlyFields(), POST: isOwnershipOn() ? ['owner'] : [] }[method];
  // Only an admin may name the owner.
  const model = caller?.isAdmin ? { ...route.body, owner: Owner } : route.body;
  const body = readFields(model, input, { ignored, errors });
  for (const pointer of new Set(repeated.map((path) => pointerTo(...path))))
    addError(errors, 'pointer', pointer, ['repeated', 'is given more than once']);
  return { body, input };
};
