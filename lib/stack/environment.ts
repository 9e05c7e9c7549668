import type { Variables } from '../../functions/kit/environment';
import { methodOf, type Route, scopesOf } from '../../functions/kit/http/route';
import { getDescription } from '../../functions/routes';
import type { Settings } from './settings';

/** Returns the `Cache-Control` header of a read: `private` if a token is needed. Undefined means the default. */
const cacheControl = (route: Route, { issuer, protectReads, cacheSeconds, ownership }: Settings) => {
  const isGuarded = issuer !== undefined && scopesOf(route, { protectReads }).length > 0;
  // Without this, a browser could show one caller what it has cached for another.
  if (isGuarded && (route.claims || (ownership && route.access !== 'public'))) return 'private, no-cache';
  if (cacheSeconds > 0) return `${isGuarded ? 'private' : 'public'}, max-age=${cacheSeconds}`;
  return issuer ? 'private, no-cache' : undefined;
};

/** Passes the settings of the stage to a function, as environment variables. */
export const environmentOf = (route: Route, settings: Settings): Variables => {
  const { issuer, protectReads, origins, ownership, ownerClaim, scopePrefix } = settings;
  const isDescription = route.routeKey === getDescription.routeKey;
  const readsCaller = route.actions || route.claims;
  const isRead = methodOf(route) === 'GET';
  // Without the headers that a read depends on, a cache would show one client what it keeps for another.
  const ofRoute = isRead ? (route.headers ?? []).map((name) => name.toLowerCase()) : [];
  const vary = [...(origins.includes('*') ? [] : ['origin']), ...ofRoute];
  const header = isRead && readsCaller ? cacheControl(route, settings) : undefined;
  return {
    ...(header && { CACHE_CONTROL: header }),
    ...(vary.length > 0 && { VARY: vary.join(', ') }),
    // The OpenAPI document says which tokens the routes need.
    ...(isDescription && issuer && { ISSUER: issuer, PROTECT_READS: `${protectReads}` as const }),
    ...(ownership && (route.actions || isDescription) && { OWNERSHIP: 'true' }),
    ...(ownerClaim && (route.actions || isDescription) && { OWNER_CLAIM: ownerClaim }),
    ...(scopePrefix && (isDescription || (ownership && route.actions)) && { SCOPE_PREFIX: scopePrefix }),
  };
};
