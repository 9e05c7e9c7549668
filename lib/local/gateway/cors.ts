import { isRecord } from '../template/intrinsics';

/** CORS configuration of the API. */
export type Cors = {
  readonly origins: readonly string[];
  readonly methods: readonly string[];
  readonly headers: readonly string[];
  readonly exposed: readonly string[];
  readonly maxAgeSeconds?: number;
  readonly credentials: boolean;
};
type CorsHeaders = Record<string, string>;

export const readCors = (configuration: unknown): Cors | undefined => {
  if (!isRecord(configuration)) return undefined;
  const list = (value: unknown) => [value ?? []].flat().map(String);
  return {
    origins: list(configuration.AllowOrigins),
    methods: list(configuration.AllowMethods),
    headers: list(configuration.AllowHeaders),
    exposed: list(configuration.ExposeHeaders),
    maxAgeSeconds: configuration.MaxAge === undefined ? undefined : Number(configuration.MaxAge),
    credentials: configuration.AllowCredentials === true,
  };
};

/** Returns the headers that say whether the origin is allowed. An origin that is not allowed gets none. */
const originHeaders = (cors: Cors, origin: string): CorsHeaders => {
  if (cors.origins.includes('*')) return { 'access-control-allow-origin': '*' };
  if (!cors.origins.includes(origin)) return {};
  return {
    'access-control-allow-origin': origin,
    vary: 'Origin',
    ...(cors.credentials ? { 'access-control-allow-credentials': 'true' } : {}),
  };
};

/** Returns a header with a list of values, or no header for an empty list. */
const listHeader = (name: string, values: readonly string[]): CorsHeaders =>
  values.length === 0 ? {} : { [name]: values.join(',') };

export const isPreflight = (method: string | undefined, headers: Record<string, string | undefined>): boolean =>
  method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;

/** Returns the headers of the response to a preflight. An origin that is not allowed gets none. */
export const preflightHeaders = (cors: Cors, origin: string): CorsHeaders => {
  const shared = originHeaders(cors, origin);
  if (!('access-control-allow-origin' in shared)) return shared;
  return {
    ...shared,
    ...listHeader('access-control-allow-methods', cors.methods),
    ...listHeader('access-control-allow-headers', cors.headers),
    ...(cors.maxAgeSeconds === undefined ? {} : { 'access-control-max-age': String(cors.maxAgeSeconds) }),
  };
};

/** Returns the headers that the gateway adds to every response except that to a preflight. */
export const responseHeaders = (cors: Cors, origin: string | undefined): CorsHeaders => {
  if (origin === undefined) return {};
  const shared = originHeaders(cors, origin);
  if (!('access-control-allow-origin' in shared)) return shared;
  return { ...shared, ...listHeader('access-control-expose-headers', cors.exposed) };
};
