import type { Route } from '../../../functions/kit/http/route';
import { gone, groups, resources } from '../../../functions/resources';
import * as table from '../../../functions/routes';

export const content = 'GET, HEAD, OPTIONS';
const collection = 'GET, HEAD, POST, OPTIONS';
const member = 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS';
const patchTypes = 'application/merge-patch+json, application/json';

const routes = [
  ...['/', '/docs', '/openapi.json'].map((path) => ({ path, methods: content, types: 'null' })),
  ...resources.flatMap(({ path }) => [
    { path, methods: collection, types: 'null' },
    { path: `${path}/{nobody}`, methods: member, types: patchTypes },
  ]),
];

export const refuseMethod = (method: string, path: string, methods: string) => {
  const detail = `${method} is not allowed on ${path.replace('nobody', 'id')}; allowed: ${methods}.`;
  return `${method} ${path} | 405 method-not-allowed | allow: ${methods} | {"detail":"${detail}"}`;
};

const methods = '~delete, get, head, patch, post, put';
const ofTools = 'baggage, cache-control, traceparent, tracestate, x-requested-with';
const ofRoutes = Object.values<Route>(table).flatMap(({ headers = [] }) => headers.map((name) => `, ${name}`));
const asked = `~authorization, content-type, idempotency-key, if-match, if-none-match, prefer, ${ofTools}${[...new Set(ofRoutes)].join('')}`;
const ofProblems = 'accept-patch, accept-post, allow, apigw-requestid, retry-after';
const exposed = `~${ofProblems}, deprecation, sunset, etag, idempotency-replayed, link, location, preference-applied, x-total-count`;
const origin = 'origin: https://pages.example';
const askedBefore = `${origin} | access-control-request-method: PUT | access-control-request-headers: content-type,if-match,prefer`;
const allowed = `204 | access-control-allow-origin: * | access-control-allow-credentials: null | access-control-allow-methods: ${methods} | access-control-allow-headers: ${asked}`;
const readable = `access-control-allow-origin: * | access-control-expose-headers: ${exposed}`;

const index = Object.fromEntries(
  routes.map(({ path, methods }) => [path.replace('nobody', 'id'), methods.split(', ')]),
);
const description = '</openapi.json>; rel="service-desc"; type="application/json"';
const links = `${description}, </docs>; rel="service-doc"; type="text/html"`;

/** Promises about versions that have gone. */
const ended = Object.entries(gone).map(([path, successor]) => {
  const answer = `410 gone | link: <{origin}${successor}>; rel="successor-version"`;
  return `# ${path} has gone, and names its successor\nGET ${path}?limit=1 | ${answer}\nDELETE ${path}/{nobody} | ${answer}\n`;
});

/** Promises of the routes beside the resources. */
const grouped = groups
  .filter(({ rows }) => rows)
  .map(({ name, rows }) => `# The routes of ${name} answer as docs.ts says\n${rows}\n`);

/** Promises of the service about itself, and of the routes beside the resources. */
export const service = `${ended.join('')}${grouped.join('')}
# The index, the document and the reference describe the service
GET / | 200 | vary: /accept/ | link: ${links} | ${JSON.stringify({ routes: index })}
GET / | accept: text/html,*/*;q=0.8 | 302 | location: /docs
b = GET /docs | accept-encoding: gzip, br | 200 | content-encoding: gzip | cache-control: public, max-age=300 | "/^<!doctype html>/"
HEAD /docs | accept-encoding: gzip, br | 200 | etag: {b.etag} | content-type: {b.content-type}
# [options] OPTIONS names the methods of each route, and is a 404 on an unknown path
OPTIONS /nothing | 404 not-found
OPTIONS /nothing | ${origin} | 404 not-found
${routes.map(({ path, methods, types }) => `OPTIONS ${path} | 204 | allow: ${methods} | accept-patch: ${types}`).join('\n')}
# Another method is a 405 that names the methods
${refuseMethod('POST', '/docs', content)}
${resources.map(({ path }) => `${refuseMethod('DELETE', path, collection)}\n${refuseMethod('POST', `${path}/{nobody}`, member)}`).join('\n')}
# A slash at the end of a path redirects to the path without it
GET /docs/?limit=3&order=asc | 308 | location: /docs?limit=3&order=asc
${resources.map(({ path }) => `GET ${path}/a%20b/ | 308 | location: ${path}/a%20b\nPOST ${path}/ | 308 | location: ${path}`).join('\n')}
# [no origins] A page of any origin may read and write
${['/openapi.json', '/nothing', '/docs/', '/'].map((path) => `OPTIONS ${path} | ${askedBefore} | ${allowed}`).join('\n')}
GET /openapi.json | ${origin} | 200 | ${readable}
GET /nothing | ${origin} | 404 not-found | ${readable}
# [origins] A page of an origin that the stage does not name may read nothing
OPTIONS /openapi.json | ${askedBefore} | 204 | access-control-allow-origin: null
GET /openapi.json | ${origin} | 200 | vary: /origin/ | access-control-allow-origin: null
`;
