import { digest } from './digest';
import type { Asked } from './event';
import type { Fault } from './problem';
import { methodOf, type Row } from './row';

/** A request that may arrive more than once and is carried out once: its key, and what it asks for. */
export type Once = { readonly route: string; readonly key: string; readonly fingerprint: string };

const HEADER = 'Idempotency-Key';

/** With authentication each caller has keys of their own; no key has a space in it. */
const ofCaller = (key: string, { authorizer }: NonNullable<Asked['requestContext']> = {}) => {
  const { sub, client_id: client } = authorizer?.jwt.claims ?? {};
  return [key, sub ?? client ?? []].flat().join(' ');
};

/** The key as the client chose it; other methods than POST need none, and ignore it. */
export const readKey = (row: Row, { headers, requestContext }: Asked, faults: Fault[]) => {
  if (methodOf(row) !== 'POST') return undefined;
  const key = headers[HEADER.toLowerCase()];
  if (key === undefined) return undefined;
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return ofCaller(key, requestContext);
  faults.push({ code: 'invalid-header', header: HEADER, detail: 'must be 1 to 255 visible ASCII characters' });
  return undefined;
};

/** The fingerprint is of what the model made of the body: white space and the order of members do not matter. */
export const onceOf = ({ routeKey }: Row, key: string, body: unknown): Once => ({
  route: routeKey,
  key: digest(key),
  fingerprint: digest(JSON.stringify(body)),
});
