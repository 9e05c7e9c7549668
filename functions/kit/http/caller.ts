import { variables } from '../environment';
import type { Issue } from '../model/field';
import { digest } from '../model/text';
import type { Caller } from '../rules/conditions';
import { invalid } from './errors';
import type { ApiEvent } from './event';
import { adminScopeOf, type Route } from './route';

type WithToken = { readonly requestContext: Pick<ApiEvent['requestContext'], 'authorizer'> };

const claimsOf = ({ requestContext }: WithToken): Readonly<Record<string, unknown>> =>
  requestContext.authorizer?.jwt.claims ?? {};

/**
 * Returns the id of the caller: a hash of the issuer and the subject, or of the issuer and the client. Returns undefined
 * for a token that names neither. Never returns a claim, because a subject can be personal data.
 */
export const callerIdOf = (event: WithToken) => {
  const { iss, sub, client_id: client } = claimsOf(event);
  const named = sub ? ['sub', sub] : ['client_id', client];
  return named[1] ? digest(JSON.stringify([iss, ...named])).slice(0, 22) : undefined;
};

/** Tells whether the token has the scope `:admin` for the resource of a route. The gateway turns a list into `[a b]`. */
const isAdminOf = (route: Route, event: ApiEvent) => {
  const { scope, scp } = claimsOf(event);
  const granted = String(scope ?? scp ?? '').replace(/^\[(.*)\]$/s, '$1');
  return granted.split(' ').includes(adminScopeOf(route, variables().SCOPE_PREFIX));
};

/** Reads the caller of a request on a stage with ownership. Returns undefined when the route is public. */
export const readCaller = (route: Route, event: ApiEvent): Caller | undefined =>
  route.actions && route.access !== 'public' ? { id: callerIdOf(event), isAdmin: isAdminOf(route, event) } : undefined;

/** Replaces `owner=me` of a list by the caller. Only a request with a token has a caller. */
export const withOwner = <R extends object>(
  request: R & { readonly query?: { readonly owner?: string } },
  event: WithToken,
): R => {
  const { query } = request;
  if (query?.owner !== 'me') return request;
  const owner = callerIdOf(event);
  if (owner) return { ...request, query: { ...query, owner } };
  const issue: Issue = [
    'not-allowed',
    'is me, and this list is open to all and reads no token; send the value of an owner',
  ];
  throw invalid([{ code: 'invalid-query', parameter: 'owner', issue }]);
};
