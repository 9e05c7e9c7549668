import { isRecord } from '../template/intrinsics';

export type Cors = {
  origins: string[];
  methods: string[];
  headers: string[];
  exposed: string[];
  maxAgeSeconds?: number;
  credentials: boolean;
};
type Headers = Record<string, string>;

export function readCors(configuration: unknown): Cors | undefined {
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
}

export function isPreflight(method: string | undefined, headers: Record<string, string | undefined>): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
}

/** The gateway's answer to a preflight; an origin it does not know gets no headers. */
export function preflightHeaders(cors: Cors, origin: string): Headers {
  const shared = sharedHeaders(cors, origin);
  if (!('access-control-allow-origin' in shared)) return shared;
  return {
    ...shared,
    ...joined('access-control-allow-methods', cors.methods),
    ...joined('access-control-allow-headers', cors.headers),
    ...(cors.maxAgeSeconds === undefined ? {} : { 'access-control-max-age': String(cors.maxAgeSeconds) }),
  };
}

/** What the gateway adds to every other answer. */
export function answerHeaders(cors: Cors, origin: string | undefined): Headers {
  if (origin === undefined) return {};
  const shared = sharedHeaders(cors, origin);
  if (!('access-control-allow-origin' in shared)) return shared;
  return { ...shared, ...joined('access-control-expose-headers', cors.exposed) };
}

function sharedHeaders(cors: Cors, origin: string): Headers {
  if (cors.origins.includes('*')) return { 'access-control-allow-origin': '*' };
  if (!cors.origins.includes(origin)) return {};
  return {
    'access-control-allow-origin': origin,
    vary: 'Origin',
    ...(cors.credentials ? { 'access-control-allow-credentials': 'true' } : {}),
  };
}

function joined(name: string, values: string[]): Headers {
  return values.length === 0 ? {} : { [name]: values.join(',') };
}
