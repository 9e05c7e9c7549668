import type { Cors } from '../template/template';
import type { ReceivedRequest } from './event';
import type { GatewayResponse } from './response';

type Headers = GatewayResponse['headers'];

/** Returns the headers that allow an origin, with `others` but for the empty ones. An origin not allowed gets `Vary` only. */
const headersFor = ({ AllowOrigins = [] }: Cors, origin: string, others: Record<string, string>) => {
  const allowed = ['*', origin].find((each) => AllowOrigins.includes(each));
  if (allowed === undefined) return { vary: 'Origin' };
  const headers = { 'access-control-allow-origin': allowed, vary: allowed === '*' ? '' : 'Origin', ...others };
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
};

/** Headers that a page may read. */
const exposedHeaders = (cors: Cors) => ({ 'access-control-expose-headers': (cors.ExposeHeaders ?? []).join(',') });

/** Headers of the response to a preflight. */
const preflightHeaders = (cors: Cors) => ({
  'access-control-allow-methods': (cors.AllowMethods ?? []).join(','),
  'access-control-allow-headers': (cors.AllowHeaders ?? []).join(','),
  'access-control-max-age': String(cors.MaxAge ?? ''),
});

/** Replaces the CORS headers of a response by those of the gateway. */
export const withCors = (cors: Cors, { request, headers: sent }: ReceivedRequest, headers: Headers): Headers => {
  const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('access-control-')));
  const { origin } = sent;
  if (origin === undefined) return kept;
  const isPreflight = request.method === 'OPTIONS' && sent['access-control-request-method'] !== undefined;
  const { vary, ...added } = headersFor(cors, origin, isPreflight ? preflightHeaders(cors) : exposedHeaders(cors));
  if (vary && !/\borigin\b/i.test(String(kept.vary))) kept.vary = [kept.vary ?? [], vary].flat().join(', ');
  return { ...kept, ...added };
};
