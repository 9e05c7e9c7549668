import { methodOf, type Row, scopesOf } from '../../functions/http/row';
import { getDescription } from '../../functions/routes';
import type { Settings } from './settings';

type AccessSettings = Pick<Settings, 'issuer' | 'protectReads' | 'scopePrefix' | 'ownership' | 'cacheSeconds'>;

/** Returns the `Cache-Control` header of a read: `private` if a token is needed. Undefined means the default. */
const cacheControl = (row: Row, { issuer, protectReads, cacheSeconds, ownership }: AccessSettings) => {
  // Without this, a browser could show one caller what it has cached for another.
  if (ownership && row.objects === 'owner') return 'private, no-cache';
  const isGuarded = issuer !== undefined && scopesOf(row, { protectReads }).length > 0;
  if (cacheSeconds > 0) return `${isGuarded ? 'private' : 'public'}, max-age=${cacheSeconds}`;
  return issuer ? 'private, no-cache' : undefined;
};

/** Returns the variables that tell the OpenAPI document which tokens the routes need. */
const authentication = ({ issuer, protectReads, scopePrefix }: AccessSettings) =>
  issuer && { ISSUER: issuer, PROTECT_READS: `${protectReads}`, ...(scopePrefix && { SCOPE_PREFIX: scopePrefix }) };

/** Returns the environment variables that pass the stage's settings to a function. */
export const environmentOf = (row: Row, settings: AccessSettings): Record<string, string> => {
  const { ownership, scopePrefix } = settings;
  const isDescription = row.routeKey === getDescription.routeKey;
  const header = methodOf(row) === 'GET' && row.table ? cacheControl(row, settings) : undefined;
  return {
    ...(header && { CACHE_CONTROL: header }),
    ...(isDescription && authentication(settings)),
    ...(ownership && (row.table || isDescription) && { OWNERSHIP: 'true' }),
    ...(ownership && row.table && scopePrefix && { SCOPE_PREFIX: scopePrefix }),
  };
};
