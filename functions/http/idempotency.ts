import { digest } from './digest';
import type { ClientInput } from './event';
import type { RequestError } from './problem';
import { methodOf, type Row } from './row';

/** Idempotency key of a request, hashed with the caller, and the fingerprint of the request body. */
export type IdempotencyKey = { readonly route: string; readonly key: string; readonly fingerprint: string };

const HEADER = 'Idempotency-Key';

/** Adds the caller to the key, so that callers may use equal keys. No key contains the separator, a space. */
const withCaller = (key: string, { authorizer }: NonNullable<ClientInput['requestContext']> = {}) => {
  const { sub, client_id: client } = authorizer?.jwt.claims ?? {};
  return [key, sub ?? client ?? []].flat().join(' ');
};

/** Reads the header `Idempotency-Key` of a POST. Other methods ignore the header, because they are idempotent. */
export const readKey = (row: Row, { headers, requestContext }: ClientInput, errors: RequestError[]) => {
  if (methodOf(row) !== 'POST') return undefined;
  const key = headers[HEADER.toLowerCase()];
  if (key === undefined) return undefined;
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return withCaller(key, requestContext);
  errors.push({ code: 'invalid-header', header: HEADER, detail: 'must be 1 to 255 visible ASCII characters' });
  return undefined;
};

/** Hashes the validated body, so that white space and the order of members do not change the fingerprint. */
export const idempotencyKeyOf = ({ routeKey }: Row, key: string, body: unknown): IdempotencyKey => ({
  route: routeKey,
  key: digest(key),
  fingerprint: digest(JSON.stringify(body)),
});
