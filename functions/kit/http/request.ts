import type { Fields, Issue } from '../model/field';
import { createdAtMsOf, isId, MAX_CLOCK_SKEW_MS, parseId } from '../model/id';
import { digest } from '../model/text';
import type { BodyOf, ValuesOf } from '../model/values';
import type { IdempotencyKey, Precondition } from '../rules/conditions';
import { type Caller, mustOwn, notOwner } from '../rules/conditions';
import { notFound, Problem } from '../rules/problem';
import { readBody, refuseBody } from './body';
import { callerIdOf, ownerClaims, readCaller } from './caller';
import type { Claimed, Claims } from './claims';
import { addError, invalid, type ProblemError } from './errors';
import type { ApiEvent } from './event';
import { readPrecondition } from './precondition';
import { hasId, isCreating, type LoadedRoute, type Route, takesBody } from './route';

/** Caller as a handler gets it. The type has the claims that the route declares, on every stage. */
type CallerOf<R extends Route> = R['claims'] extends Claims<infer Name> ? Claimed<Name> : Caller | undefined;

/** Names of the parameters in the path of a route, but for `id`. */
type PathParameters<Key extends string> = Key extends `${string}{${infer Name}}${infer Rest}`
  ? Exclude<Name, 'id'> | PathParameters<Rest>
  : never;

/** Request as a handler gets it. The type has the properties that the route's method, path and models allow. */
export type HandlerRequest<R extends Route> = {
  readonly caller: CallerOf<R>;
} & (R['routeKey'] extends `${string}{id}${string}` ? { readonly id: string } : unknown) &
  ([PathParameters<R['routeKey']>] extends [never]
    ? unknown
    : { readonly parameters: Readonly<Record<PathParameters<R['routeKey']>, string>> }) &
  (R['headers'] extends readonly (infer Name extends string)[]
    ? { readonly headers: Readonly<Record<Name, string | undefined>> }
    : unknown) &
  (R['body'] extends Fields ? { readonly body: BodyOf<R['body']> } : unknown) &
  (R['query'] extends Fields ? { readonly query: ValuesOf<R['query']> } : unknown) &
  (R['routeKey'] extends `POST ${string}` ? { readonly idempotencyKey?: IdempotencyKey } : unknown) &
  (R['routeKey'] extends `PUT ${string}` ? { readonly isCreation: boolean } : unknown) &
  (R['routeKey'] extends `${'PUT' | 'PATCH' | 'DELETE'} ${string}` ? { readonly precondition: Precondition } : unknown);

type ParsedRequest<R extends Route> = HandlerRequest<R> & { readonly precondition: Precondition };

/** Returns the headers that the route declares. */
export const declaredHeadersOf = ({ headers = [] }: Route, event: ApiEvent) =>
  Object.fromEntries(headers.map((name) => [name, event.headers[name.toLowerCase()]]));

/** Reads the parts that every request has, but for its body. Adds all errors to `errors`. */
const readParts = (route: LoadedRoute, event: ApiEvent, errors: ProblemError[]) => ({
  id: parseId(event.pathParameters?.id ?? ''),
  parameters: event.pathParameters,
  headers: declaredHeadersOf(route, event),
  precondition: readPrecondition(event.headers, errors, route.method !== 'GET'),
  caller: readCaller(route, event),
  query: route.query || event.rawQueryString ? route.read(route.query ?? {}, event.rawQueryString, errors) : {},
});

/** Throws the 404 for an id of another form. */
export const checkId = (route: Route, id: string) => {
  if (!isId(id) && hasId(route)) throw notFound();
};

/** Throws all errors of a request as one Problem. */
export const checkErrors = (errors: readonly ProblemError[], caller: Partial<Caller> = {}) => {
  if (errors.length > 0) throw invalid(errors);
  if (caller.isAdmin !== undefined && !caller.id)
    throw notOwner(`The token has no claim ${ownerClaims().join(' or ')}.`);
};

/** Reads a request without a body. Throws at once for a wrong id. */
export const readRequest = <R extends Route>(route: LoadedRoute<R>, event: ApiEvent) => {
  const errors: ProblemError[] = [];
  const request = readParts(route, event, errors);
  checkId(route, request.id);
  checkErrors(errors, request.caller);
  return request as object as ParsedRequest<R>;
};

const WRONG_KEY: Issue = ['format', 'must be 1 to 255 visible ASCII characters'];

/** Reads the key of a POST, and refuses its preconditions. Other methods ignore the key, because they are idempotent. */
const readKey = (route: LoadedRoute, event: ApiEvent, { caller, errors }: Parameters<typeof readBody>[2]) => {
  for (const header of ['If-Match', 'If-None-Match'])
    if (event.headers[header.toLowerCase()] !== undefined)
      addError(errors, 'header', header, ['not-allowed', 'is not for POST; send it with PUT']);
  const key = event.headers['idempotency-key'];
  if (key === undefined) return undefined;
  // Adds the caller and the owner, so that callers may use equal keys, also a caller who creates for several groups. No key
  // contains the separator, a space.
  const isKey = /^[\x21-\x7e]{1,255}$/.test(key);
  if (isKey && isCreating(route)) return [key, ...new Set([callerIdOf(event), caller?.id])].join(' ').trim();
  // Ignoring the key would apply a repeated POST again.
  addError(
    errors,
    'header',
    'Idempotency-Key',
    isKey ? ['not-allowed', 'is only for a POST that creates a resource'] : WRONG_KEY,
  );
  return undefined;
};

/** Reads a POST. Throws at once for a wrong id, body type or body size. */
export const readPost = <R extends Route>(route: LoadedRoute<R>, event: ApiEvent) => {
  const errors: ProblemError[] = [];
  const request = readParts(route, event, errors);
  checkId(route, request.id);
  const { caller } = request;
  const options = { caller, errors };
  const key = readKey(route, event, options);
  const { body, input: sent } = takesBody(route) ? readBody(route, event, options) : refuseBody(event, errors);
  checkErrors(errors, caller);
  const idempotencyKey = key && { route: route.routeKey, key: digest(key), sent };
  return { ...request, body, idempotencyKey } as object as ParsedRequest<R>;
};

const DAY_MS = 86_400_000;

/** Throws 400 unless a new id is a UUIDv7 that is not of the future. Its time becomes `createdAt`. */
const checkNewId = (id: string) => {
  if (isId(id) && createdAtMsOf(id) <= Date.now() + MAX_CLOCK_SKEW_MS) return;
  const detail = 'To create under this id, it must be a UUIDv7 of a time that is not in the future.';
  throw new Problem(400, 'invalid-id', detail);
};

/** Reads a PUT or PATCH. Throws at once for a wrong id, body type or body size. */
export const readChange = <R extends Route>(route: LoadedRoute<R>, event: ApiEvent) => {
  const errors: ProblemError[] = [];
  const request = readParts(route, event, errors);
  const { id, caller, precondition } = request;
  const isPut = route.method === 'PUT';
  const isCreation = isPut && hasId(route) && precondition.ifNoneMatch === '*';
  if (isCreation) checkNewId(id);
  else checkId(route, id);
  const { body, input } = readBody(route, event, { caller, errors });
  const sentId = input instanceof Object && 'id' in input ? input.id : id;
  if (isPut && hasId(route) && !(typeof sentId === 'string' && parseId(sentId) === id))
    addError(errors, 'pointer', '#/id', ['conflict', 'must be the id in the path, or left out']);
  checkErrors(errors, caller);
  // Without this, anybody could take over the id of a deleted resource.
  if (isCreation && mustOwn(caller) && createdAtMsOf(id) < Date.now() - DAY_MS)
    throw notOwner('Only admins may create under an id that is older than 24 hours.');
  return { ...request, body, isCreation } as object as ParsedRequest<R> & { readonly isCreation: boolean };
};
