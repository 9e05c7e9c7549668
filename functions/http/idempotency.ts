import { digest } from '../model/digest';
import { callerIdOf } from './caller';
import type { ClientInput } from './event';
import type { RequestError } from './problem';
import { methodOf, type Route } from './route';

/** Idempotency key of a request, hashed with the caller, and the fingerprint of the request body. */
export type IdempotencyKey = { readonly route: string; readonly key: string; readonly fingerprint: string };

const HEADER = 'Idempotency-Key';

/** Reads the header `Idempotency-Key` of a POST. Other methods ignore the header, because they are idempotent. */
export const readKey = (route: Route, event: ClientInput, errors: RequestError[]) => {
  if (methodOf(route) !== 'POST') return undefined;
  const key = event.headers[HEADER.toLowerCase()];
  if (key === undefined) return undefined;
  // Adds the caller, so that callers may use equal keys. No key contains the separator, a space.
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return [key, callerIdOf(event) ?? []].flat().join(' ');
  errors.push({ code: 'invalid-header', header: HEADER, detail: 'must be 1 to 255 visible ASCII characters' });
  return undefined;
};

/** Hashes the validated body, so that white space and the order of members do not change the fingerprint. */
export const idempotencyKeyOf = ({ routeKey }: Route, key: string, body: unknown): IdempotencyKey => ({
  route: routeKey,
  key: digest(key),
  fingerprint: digest(JSON.stringify(body)),
});
