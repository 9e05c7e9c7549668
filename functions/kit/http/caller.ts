import { isOwnershipOn, variables } from '../environment';
import type { Issue } from '../model/field';
import { digest } from '../model/text';
import type { Caller } from '../rules/conditions';
import { invalid } from './errors';
import type { ApiEvent } from './event';
import { adminScopeOf, type Route } from './route';

type WithToken = { readonly requestContext: Pick<ApiEvent['requestContext'], 'authorizer'> };

/** Returns the claims of the token, which the gateway gives as texts. Has no prototype, because a name can be `constructor`. */
const claimsOf = ({ requestContext }: WithToken): Readonly<Record<string, unknown>> => ({
  __proto__: null,
  ...requestContext.authorizer?.jwt.claims,
});

/** Returns the claims that a route declares, as the gateway gives them. Keeps no other claim. */
export const readClaims = (names: readonly string[], event: WithToken) =>
  Object.fromEntries(names.map((name) => [name, claimsOf(event)[name]]));

/**
 * Returns a hash of the issuer and of the first of these claims that the token has, with the name of the claim. Never returns
 * a claim, because a subject can be personal data.
 */
const hashOf = (event: WithToken, names: readonly string[]) => {
  const claims = claimsOf(event);
  const name = names.find((each) => claims[each]);
  return name && digest(JSON.stringify([claims.iss, name, claims[name]])).slice(0, 22);
};

/** Claims that name a person, or else a client. */
const CALLER_CLAIMS = ['sub', 'client_id'];

/** Returns the id of the caller, or undefined for a token that names neither a person nor a client. */
export const callerIdOf = (event: WithToken) => hashOf(event, CALLER_CLAIMS);

/** Returns the claims of which one names the owner: the claim of the stage, or those of the caller. */
export const ownerClaims = () => {
  const { OWNER_CLAIM: name } = variables();
  return name ? [name] : CALLER_CLAIMS;
};

/** Returns the owner of what the caller creates: the caller, or all who have the same value of the stage's claim. */
export const ownerIdOf = (event: WithToken) => hashOf(event, ownerClaims());

/** Tells whether the token has the scope `:admin` for the resource of a route. The gateway turns a list into `[a b]`. */
const isAdminOf = (route: Route, event: ApiEvent) => {
  const { scope, scp } = claimsOf(event);
  const granted = String(scope ?? scp ?? '').replace(/^\[(.*)\]$/s, '$1');
  return granted.split(' ').includes(adminScopeOf(route, variables().SCOPE_PREFIX));
};

/** Reads the caller of a request. Returns undefined on a stage without ownership, and when the route is public. */
export const readCaller = (route: Route, event: ApiEvent): Caller | undefined =>
  isOwnershipOn() && route.actions && route.access !== 'public'
    ? { id: ownerIdOf(event), isAdmin: isAdminOf(route, event) }
    : undefined;

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
