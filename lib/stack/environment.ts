import { methodOf, type Row, scopeOf } from '../../functions/http/row';
import { getDescription } from '../../functions/routes';
import type { Settings } from './settings';

type Access = Pick<Settings, 'issuer' | 'protectReads' | 'cacheSeconds'>;

/** What callers without a token may not see, no cache that others use may keep. */
const cacheControl = (row: Row, { issuer, protectReads, cacheSeconds }: Access) => {
  const isGuarded = issuer !== undefined && scopeOf(row, { protectReads }) !== undefined;
  if (cacheSeconds > 0) return `${isGuarded ? 'private' : 'public'}, max-age=${cacheSeconds}`;
  return issuer ? 'private, no-cache' : undefined;
};

/** What a function has to know of its stage's settings. */
export const environmentOf = (row: Row, settings: Access): Record<string, string> => {
  const { issuer, protectReads } = settings;
  const kept = methodOf(row) === 'GET' && row.table ? cacheControl(row, settings) : undefined;
  return {
    ...(kept && { CACHE_CONTROL: kept }),
    ...(issuer && row.routeKey === getDescription.routeKey && { ISSUER: issuer, PROTECT_READS: `${protectReads}` }),
  };
};
