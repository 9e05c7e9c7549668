import type { Cors } from '../template/template';
import type { GatewayResponse } from './response';

type Headers = GatewayResponse['headers'];

/** Returns the headers that allow an origin, with `others` but for the empty ones. An origin not allowed gets `Vary` only. */
const headersFor = ({ AllowOrigins = [] }: Cors, origin: string, others: Record<string, string>) => {
  const allowed = ['*', origin].find((each) => AllowOrigins.includes(each));
  if (allowed === undefined) return { vary: 'Origin' };
  const headers = { 'access-control-allow-origin': allowed, vary: allowed === '*' ? '' : 'Origin', ...others };
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
};

export const isPreflight = (method: string | undefined, headers: Record<string, string | undefined>): boolean =>
  method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;

/** Returns the headers of the response to a preflight. */
export const preflightHeaders = (cors: Cors, origin: string) =>
  headersFor(cors, origin, {
    'access-control-allow-methods': (cors.AllowMethods ?? []).join(','),
    'access-control-allow-headers': (cors.AllowHeaders ?? []).join(','),
    'access-control-max-age': String(cors.MaxAge ?? ''),
  });

/** Replaces the CORS headers of a function by those of the gateway. */
export const withCors = (cors: Cors, origin: string | undefined, headers: Headers): Headers => {
  const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('access-control-')));
  if (origin === undefined) return kept;
  const exposed = { 'access-control-expose-headers': (cors.ExposeHeaders ?? []).join(',') };
  const { vary, ...added } = headersFor(cors, origin, exposed);
  if (vary && !/\borigin\b/i.test(String(kept.vary))) kept.vary = [kept.vary ?? [], vary].flat().join(', ');
  return { ...kept, ...added };
};
