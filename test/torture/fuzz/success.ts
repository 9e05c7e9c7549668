import { isDeepStrictEqual } from 'node:util';
import { isList, pathOf } from '../../../functions/http/route';
import { type Fields, readValues } from '../../../functions/model/field';
import { createdAtOf, isId } from '../../../functions/model/id';
import { paths } from '../../../functions/site/paths.built';
import type { FuzzRequest, FuzzResponse, HeaderRules } from './shape';

const strongTag = /^"[\x21\x23-\x7e]+"$/;

const collectionOf = ({ origin, route }: FuzzRequest) => `${origin}${pathOf(route).replace('/{id}', '')}`;

/** The rule for the header `Link`: `next` continues after an id or with ids, and `first` is on all later pages. */
const links = (request: FuzzRequest) => ({
  test: (value: string) => {
    const rels = value.split(', ').map((link) => {
      const [, url = '', rel] = /^<([!-;=?-~]+)>; rel="(next|first)"$/.exec(link) ?? [];
      const sent = URL.canParse(url) ? new URL(url).searchParams : undefined;
      const after = sent?.get(sent.has('id') ? 'id' : 'after');
      const isFitting = rel === 'next' ? isId(after ?? '') : after === null;
      return isFitting && `${url}?`.startsWith(`${collectionOf(request)}?`) ? rel : 'broken';
    });
    return String(rels) === (hasAfter(request) ? (rels.length > 1 ? 'next,first' : 'first') : 'next');
  },
});

const hasAfter = ({ query }: FuzzRequest) => new URLSearchParams(query).has('after');

const counts = { 'x-total-count': /^\d+$/, 'preference-applied': /^count=exact$/ };

/** The rule for compressed bodies: only a client that accepts them gets them. */
const compressed = ({ headers: { 'accept-encoding': accepted = '' } }: FuzzRequest): HeaderRules['may'] =>
  /br|gzip|\*/i.test(accepted) ? { 'content-encoding': /^(br|gzip)$/ } : {};

const listRules = (request: FuzzRequest): HeaderRules => {
  const isContinued = hasAfter(request);
  const isCounted = /count\s*=\s*"?exact/i.test(request.headers.prefer ?? '');
  return {
    must: {
      ...{ etag: strongTag, 'cache-control': /^no-cache$/, vary: /^accept-encoding, prefer$/ },
      ...(isContinued && { link: links(request) }),
    },
    may: {
      ...compressed(request),
      ...(isContinued ? {} : { link: links(request) }),
      ...(isCounted && counts),
    },
  };
};

const cacheable = { etag: strongTag, 'cache-control': /^public, max-age=300$/ };

const siteRules = (request: FuzzRequest): Record<string, HeaderRules> => ({
  'GET /': {
    must: { 'cache-control': /^no-cache$/ },
    may: { etag: strongTag, link: /service-desc.*service-doc/, vary: /^accept$/, location: /^\/docs$/ },
  },
  'GET /openapi.json': { must: { ...cacheable, vary: /^accept-encoding$/ }, may: compressed(request) },
  'GET /docs': {
    must: { ...cacheable, 'content-security-policy': /^default-src 'none'; / },
    may: { 'content-encoding': /^gzip$/, vary: /^accept-encoding$/ },
  },
});

const readRules = (request: FuzzRequest): HeaderRules => {
  if (request.route.query !== undefined) return listRules(request);
  return (
    siteRules(request)[request.route.routeKey] ?? { must: { etag: strongTag, 'cache-control': /^no-cache$/ }, may: {} }
  );
};

const prefers = ({ headers: { prefer = '' } }: FuzzRequest) =>
  /return\s*=\s*"?(minimal|representation)/i.exec(prefer)?.[1]?.toLowerCase();

export const isCreation = ({ method, headers }: FuzzRequest) =>
  method === 'POST' || (method === 'PUT' && headers['if-none-match']?.trim() === '*');

const writeRules = (request: FuzzRequest, { body }: FuzzResponse): HeaderRules => {
  const preference = prefers(request);
  const id = body instanceof Object && 'id' in body ? body.id : undefined;
  const isOwn = (value: string) => (id === undefined ? isId(value) : value === id);
  const start = `${collectionOf(request)}/`;
  const location = { test: (value: string) => value.startsWith(start) && isOwn(value.slice(start.length)) };
  return {
    must: {
      'cache-control': /^no-store$/,
      ...(request.method !== 'DELETE' && { etag: strongTag }),
      ...(isCreation(request) && { location }),
      ...(preference && { 'preference-applied': new RegExp(`^return=${preference}$`) }),
    },
    may: request.headers['idempotency-key'] && request.method === 'POST' ? { 'idempotency-replayed': /^true$/ } : {},
  };
};

/** Returns the rules for the headers of a successful response. */
export const successRules = (request: FuzzRequest, response: FuzzResponse): HeaderRules =>
  request.method === 'GET' ? readRules(request) : writeRules(request, response);

/** Returns the status of a successful response, and whether it has a body, by the method and the header `Prefer`. */
export const expectedSuccess = (request: FuzzRequest, { status }: FuzzResponse) => {
  if (request.method === 'GET') return { status, hasBody: status === 200 };
  const isMinimal = prefers(request) === 'minimal';
  const isBare = request.method === 'DELETE' ? prefers(request) !== 'representation' : isMinimal;
  if (isCreation(request)) return { status: 201, hasBody: !isBare };
  return { status: isBare ? 204 : 200, hasBody: !isBare };
};

const matches = (model: Fields, value: unknown): value is Record<string, unknown> => {
  const errors: string[] = [];
  if (!(value instanceof Object)) return false;
  const values = readValues(model, value, (name) => errors.push(name));
  return errors.length === 0 && isDeepStrictEqual(values, value);
};

const hasTimeOfId = ({ id, createdAt }: Record<string, unknown>) =>
  createdAt === undefined || createdAt === createdAtOf(String(id));

/** The bodies of the routes without a model. */
const texts: Record<string, RegExp> = {
  // A compressed page is base64 in the response of the function. It starts with the first three bytes of a gzip file.
  'GET /docs': /^(<!doctype html>|H4sI|.\uFFFD)/s,
  'GET /openapi.json': /^\{"openapi":"3\.1\.\d"/,
};

/** Removes the member that the query expands. Returns undefined when the member is not as its model says. */
const withoutExpanded = ({ route, query }: FuzzRequest, resource: unknown) => {
  const name = new URLSearchParams(query).get('expand') ?? '';
  const { [name]: expanded, ...rest }: Record<string, unknown> = { ...Object(resource) };
  const model = route.expands?.[name];
  if (!model || expanded === undefined) return resource;
  return matches(model, expanded) && expanded.id === rest[`${name}Id`] ? rest : undefined;
};

/** Checks that a body has the fields of the route's model and no others. */
export const isRepresentation = (request: FuzzRequest, body: unknown) => {
  const { route } = request;
  const { routeKey, response } = route;
  if (routeKey === 'GET /') return isDeepStrictEqual(body, { routes: paths });
  if (!response) return texts[routeKey]?.test(typeof body === 'string' ? body : JSON.stringify(body)) === true;
  if (Array.isArray(body) !== isList(route)) return false;
  return [body].flat().every((shown) => {
    const resource = withoutExpanded(request, shown);
    return matches(response, resource) && hasTimeOfId(resource);
  });
};
