import { methodOf, type Row, scopeOf } from '../../functions/http/row';
import { getDescription } from '../../functions/routes';
import type { Settings } from './settings';

type AccessSettings = Pick<Settings, 'issuer' | 'protectReads' | 'cacheSeconds'>;

/** Returns the `Cache-Control` header of a read: `private` if a token is needed. Undefined means the default. */
const cacheControl = (row: Row, { issuer, protectReads, cacheSeconds }: AccessSettings) => {
  const isGuarded = issuer !== undefined && scopeOf(row, { protectReads }) !== undefined;
  if (cacheSeconds > 0) return `${isGuarded ? 'private' : 'public'}, max-age=${cacheSeconds}`;
  return issuer ? 'private, no-cache' : undefined;
};

/** Returns the environment variables that pass the stage's settings to a function. */
export const environmentOf = (row: Row, settings: AccessSettings): Record<string, string> => {
  const { issuer, protectReads } = settings;
  const header = methodOf(row) === 'GET' && row.table ? cacheControl(row, settings) : undefined;
  return {
    ...(header && { CACHE_CONTROL: header }),
    ...(issuer && row.routeKey === getDescription.routeKey && { ISSUER: issuer, PROTECT_READS: `${protectReads}` }),
  };
};
