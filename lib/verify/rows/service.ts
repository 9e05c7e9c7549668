import { resources } from '../../../functions/resources';

const [content, collection] = ['GET, HEAD, OPTIONS', 'GET, HEAD, POST, OPTIONS'];
const member = 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS';
const patchTypes = 'application/merge-patch+json, application/json';

const routes = [
  ...['/', '/docs', '/openapi.json'].map((path) => ({ path, methods: content, types: 'null' })),
  ...resources.flatMap(({ path }) => [
    { path, methods: collection, types: 'null' },
    { path: `${path}/{nobody}`, methods: member, types: patchTypes },
  ]),
];

const refusalOn = (method: string, path: string, methods: string) => {
  const detail = `${method} is not allowed on ${path.replace('nobody', 'id')}; allowed: ${methods}.`;
  return `${method} ${path} | 405 method-not-allowed | allow: ${methods} | {"detail":"${detail}"}`;
};

/** Makes a row for each method that a path does not know. */
const refusalsOn = ({ path, methods }: (typeof routes)[number]) =>
  ['POST', 'PUT', 'PATCH', 'DELETE']
    .filter((method) => !methods.includes(method))
    .map((method) => refusalOn(method, path, methods));

/** Makes a pattern of a list that has just these names, in any order. */
const justThese = (...names: string[]) =>
  `/^${names.map((name) => `(?=(.*[ ,])?${name}(,|$))`).join('')}[^,]+(,[^,]+){${names.length - 1}}$/`;

const methods = justThese('delete', 'get', 'head', 'patch', 'post', 'put');
const asked = justThese('authorization', 'content-type', 'idempotency-key', 'if-match', 'if-none-match', 'prefer');
const exposed = justThese(
  ...['accept-patch', 'accept-post', 'allow', 'etag', 'idempotency-replayed', 'link', 'location'],
  ...['preference-applied', 'retry-after', 'x-total-count'],
);
const origin = 'origin: https://pages.example';
const preflight = `OPTIONS /posts/1 | ${origin} | access-control-request-method: PUT | access-control-request-headers: content-type,if-match,prefer`;
const readable = `access-control-allow-origin: * | access-control-expose-headers: ${exposed}`;

/** Promises of the service about itself. */
export const service = `
# The index, the document and the reference describe the service
GET / | 200 | vary: /accept/ | link: /openapi.json.+service-desc.+docs.+service-doc/ | {"routes":{"/posts/{id}":["${member.replaceAll(', ', '","')}"]}}
GET / | accept: text/html,*/*;q=0.8 | 302 | location: /docs
GET / | accept: application/json, text/html;q=0.5 | 200
a = GET /openapi.json | accept-encoding: br | 200 | content-encoding: br | vary: /accept-encoding/ | cache-control: public, max-age=300
GET /openapi.json | accept-encoding: br | if-none-match: {a.etag} | 304 | etag: {a.etag}
GET /openapi.json | if-none-match: {a.etag} | 200 | content-encoding: null | etag: !{a.etag} | {"openapi":"/^3.1/"}
b = GET /docs | accept-encoding: gzip, br | 200 | content-encoding: gzip | cache-control: public, max-age=300 | "/^<!doctype html>/"
HEAD /docs | accept-encoding: gzip, br | 200 | etag: {b.etag} | content-length: {b.content-length} | content-type: {b.content-type}
HEAD / | 200
# OPTIONS names the methods of each route
${routes.map(({ path, methods, types }) => `OPTIONS ${path} | 204 | allow: ${methods} | accept-patch: ${types}`).join('\n')}
# Another method is a 405 that names the methods
${routes.flatMap(refusalsOn).join('\n')}
# A method of WebDAV is a 405, too, and a 404 on an unknown path
${routes.map(({ path, methods }) => refusalOn('PROPFIND', path, methods)).join('\n')}
PROPFIND /nothing | 404 not-found
# A slash at the end of a path redirects to the path without it
GET /posts/ | 308 | location: /posts
GET /api/v1/users/?limit=3&order=asc | 308 | location: /api/v1/users?limit=3&order=asc
GET /posts/a%20b/ | 308 | location: /posts/a%20b
GET /posts// | 308 | location: /posts
GET /docs/ | 308 | location: /docs
# A slash at the end of a path redirects a write, too
POST /posts/ | 308 | location: /posts
DELETE /posts/{nobody}/ | 308 | location: /posts/{nobody}
# [no origins] A page of any origin may read and write
${preflight} | 204 | x-content-type-options: null | access-control-allow-origin: * | access-control-allow-credentials: null | access-control-allow-methods: ${methods} | access-control-allow-headers: ${asked}
GET /openapi.json | ${origin} | 200 | ${readable}
GET /nothing | ${origin} | 404 not-found | ${readable}
# [no origins] A page of any origin may read lists and problems
GET /posts | ${origin} | 200 | ${readable}
POST /posts | ${origin} | 400 invalid-json | ${readable}
# [origins] A page of an origin that the stage does not name may read nothing
${preflight} | 204 | x-content-type-options: null | access-control-allow-origin: null
GET /openapi.json | ${origin} | 200 | vary: /origin/ | access-control-allow-origin: null
`;
