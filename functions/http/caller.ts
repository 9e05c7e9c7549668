import { digest } from '../model/digest';
import type { ClientInput } from './event';
import { Problem } from './problem';
import { adminScopeOf, type Row } from './row';

/** Caller of a request on a stage with ownership. Other stages, and routes for anyone, have no caller. */
export type Caller = { readonly id: string | undefined; readonly isAdmin: boolean };

/** Part of a request that every function of table/ asks for, so that no route can forget the check of the owner. */
export type Asked = { readonly caller: Caller | undefined };

export const isOwnershipOn = () => process.env.OWNERSHIP === 'true';

type Claims = Readonly<Record<string, unknown>>;

const claimsOf = ({ requestContext }: Pick<ClientInput, 'requestContext'>): Claims =>
  requestContext?.authorizer?.jwt.claims ?? {};

/**
 * Returns the id of the caller: a hash of the issuer and the subject, or of the issuer and the client. Returns undefined
 * for a token that names neither. Never returns a claim, because a subject can be personal data.
 */
export const callerIdOf = (event: Pick<ClientInput, 'requestContext'>) => {
  const { iss, sub, client_id: client } = claimsOf(event);
  const named = sub ? ['sub', sub] : ['client_id', client];
  return named[1] ? digest(JSON.stringify([iss, ...named])).slice(0, 22) : undefined;
};

/** Tells whether the token has the scope `:admin` for the resource of a route. The gateway turns a list into `[a b]`. */
const isAdminOf = (row: Row, event: ClientInput) => {
  const { scope, scp } = claimsOf(event);
  const granted = String(scope ?? scp ?? '')
    .replace(/^\[(.*)\]$/s, '$1')
    .split(' ');
  return granted.includes(adminScopeOf(row, process.env.SCOPE_PREFIX));
};

/** Reads the caller of a request. Returns undefined when the route is for anyone, or reads and writes no items. */
export const readCaller = (row: Row, event: ClientInput): Caller | undefined =>
  isOwnershipOn() && row.table && row.objects !== 'anyone'
    ? { id: callerIdOf(event), isAdmin: isAdminOf(row, event) }
    : undefined;

/** Returns the 403 for a caller who may not do this. */
export const notOwner = (detail = 'Only the owner may do this.', pointer?: string) =>
  new Problem(403, 'not-owner', detail, pointer ? { errors: [{ pointer, detail }] } : {});
