import { collectionPathOf, methodOf, pathOf, type Route, verbOf } from '../../../functions/kit/http/route';
import * as routes from '../../../functions/routes';
import { type Kind, kinds } from './kinds';

const json = JSON.stringify;

/** Makes the promise that routes beside the six answer as the get route does. */
const promiseOther = ({ noun, path, parents, created }: Kind) =>
  Object.values<Route>(routes)
    .filter((route) => collectionPathOf(route) === path && methodOf(route) === 'GET' && !verbOf(route))
    .map((route) => {
      const lineOf = (id: string) => `GET ${pathOf(route).replace('{id}', id)}`;
      return `
# ${lineOf('{id}')} of a ${noun} has an ETag, and conditions
${parents}
a = POST ${path} | ${json(created)} | 201
b = ${lineOf('{a.id}')} | 200 | etag: /^"/
${lineOf('{a.id}')} | if-none-match: {b.etag} | 304 | etag: {b.etag}
${lineOf('{a.id}')} | if-match: "old" | 412 stale | etag: {b.etag}
${lineOf('{nobody}')} | 404 not-found
`;
    });

// A key has at most 255 characters, of which `{run}` has 23.
const longestKey = `idempotency-key: ${'!'.repeat(232)}{run}`;
const wrongKey = '{"errors":[{"header":"Idempotency-Key","detail":"must be 1 to 255 visible ASCII characters"}]}';

/** Makes the promises about requests that each route checks in the same way. One resource shows them. */
const promiseRequests = ({ path, created, required }: Kind, other: Kind | undefined) => `
# An Idempotency-Key is of one route, and only of POST
a = POST ${path} | ${longestKey} | ${json(created)} | 201 | idempotency-replayed: null
PUT {a} | idempotency-key: | ${json(created)} | 200 | idempotency-replayed: null
${other?.parents ?? ''}
${other ? `POST ${other.path} | ${longestKey} | ${json(other.created)} | 201 | idempotency-replayed: null` : ''}
# An Idempotency-Key that is empty, not ASCII or of 256 characters is a 400
${['', 'schlüssel', 'k'.repeat(256)].map((key) => `POST ${path} | idempotency-key: ${key} | ${json(created)} | 400 invalid-header | ${wrongKey}`).join('\n')}
# A body of another type is refused, and text is read as JSON in UTF-8
POST ${path} | content-type: text/html | ${json(created)} | 415 unsupported-media-type | accept-post: application/json
POST ${path} | content-type: text/plain | origin: https://pages.example | ${json(created)} | 415 unsupported-media-type
a = POST ${path} | content-type: text/plain | ${json(created)} | 201
PATCH {a} | content-type: application/merge-patch+json | {} | 200 | "{a.body}"
# A wrong query of a list is a 400 that names the parameter
GET ${path}?limit=0 | 400 invalid-query | {"errors":[{"parameter":"limit","detail":"/at least 1/"}]}
GET ${path}?page=2 | 400 invalid-query | {"errors":[{"parameter":"page","detail":"/to page, follow the Link header$/"}]}
# A wrong body is a 400 that names the member
POST ${path} | ${json({ ...created, [required]: {} })} | 400 invalid-body | {"errors":[{"pointer":"#/${required}","detail":"/^must be .+, not Object$/"}]}
POST ${path} | {"${required}": Hi} | 400 invalid-json | {"detail":"/at line 1, column ${required.length + 6}[.]$/"}
# A 400 names all errors of the headers, the query and the body
PUT ${path}/{nobody}?force=true | if-match: x | ${json({ ...created, wrong: 1 })} | 400 invalid-header | {"errors":[{"header":"If-Match"},{"parameter":"force"},{"pointer":"#/wrong"}]}
`;

const [one, ...others] = kinds;

/** Promises about routes beside the six, and about the requests of one resource. */
export const requests = [...kinds.flatMap(promiseOther), one ? promiseRequests(one, others[0]) : ''].join('');
