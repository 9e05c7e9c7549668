import { isOwnershipOn, variables } from '../environment';
import type { Issue } from '../model/field';
import { digest } from '../model/text';
import type { Caller } from '../rules/conditions';
import { invalid } from './errors';
import { type ApiEvent, tokenOf, type WithToken } from './event';
import { adminScopeOf, type Route } from './route';

/** Claims that name a person, or else a client. */
const CALLER_CLAIMS = ['sub', 'client_id'];

/**
 * Returns the id of the caller: a hash of the issuer and of the first of these claims that the token has, with the name of the
 * claim. Returns undefined for a token that has none. Never returns a claim, because a subject can be personal data.
 */
export const callerIdOf = (event: WithToken, names = CALLER_CLAIMS) => {
  const token = tokenOf(event);
  const name = names.find((each) => token[each]);
  return name && digest(JSON.stringify([token.iss, name, token[name]])).slice(0, 22);
};

/** Returns the claims of which one names the owner: the claim of the stage, or those of the caller. */
export const ownerClaims = () => [variables().OWNER_CLAIM || CALLER_CLAIMS].flat();

/** Returns the owner of what the caller creates: the caller, or all who have the same value of the stage's claim. */
export const ownerIdOf = (event: WithToken) => callerIdOf(event, ownerClaims());

/** Tells whether the token has the scope `:admin` for the resource of a route. The gateway turns a list into `[a b]`. */
const isAdminOf = (route: Route, event: ApiEvent) => {
  const { scope, scp } = tokenOf(event);
  const granted = String(scope ?? scp ?? '').replace(/^\[(.*)\]$/s, '$1');
  return granted.split(' ').includes(adminScopeOf(route, variables().SCOPE_PREFIX));
};

/**
 * Reads the caller of a request, with the claims that the route declares. A stage without ownership has no caller, nor has a
 * public route. There a caller has claims alone, or is undefined.
 */
export const readCaller = (route: Route, event: ApiEvent): Partial<Caller> | undefined => {
  const caller =
    isOwnershipOn() && route.actions && route.access !== 'public'
      ? { id: ownerIdOf(event), isAdmin: isAdminOf(route, event) }
      : undefined;
  return route.claims?.addTo(caller, event) ?? caller;
};

/** Replaces `owner=me` of a list by the owner of what the caller creates. Only a request with a token has a caller. */
export const withOwner = <R extends object>(
  request: R & { readonly query?: { readonly owner?: string } },
  event: WithToken,
): R => {
  const { query } = request;
  if (query?.owner !== 'me') return request;
  const owner = ownerIdOf(event);
  if (owner) return { ...request, query: { ...query, owner } };
  const issue: Issue = [
    'not-allowed',
    'is me, and this list reads no token that names an owner; send the value of an owner',
  ];
  throw invalid([{ code: 'invalid-query', parameter: 'owner', issue }]);
};
