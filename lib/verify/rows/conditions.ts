const create = 'a = POST /posts | {"title":"{run}"} | 201';
const title = ' | {"title":"{run}"}';
const unmodified = 'if-unmodified-since: Thu, 26 Nov 2026 00:00:00 GMT';
const noKey = '{"errors":[{"header":"Idempotency-Key","detail":"must be 1 to 255 visible ASCII characters"}]}';
const key = 'idempotency-key: {run}';
// A key has at most 255 characters, of which `{run}` has 23.
const longest = `idempotency-key: ${'!'.repeat(232)}{run}`;
const ada = '{"name":"Ada","email":"{run}@verify.example"}';
const authored = '{"title":"{run}","userId":"{a.id}"}';
const first = '201 | idempotency-replayed: true | etag: {b.etag} | location: {b.location}';

const refuseKey = (value: string) => `POST /posts | idempotency-key: ${value}${title} | 400 invalid-header | ${noKey}`;

/** Promises about ETags, conditions and idempotency keys. */
export const conditions = `
# A read of what is unchanged is a 304 without a body
${create}
GET {a} | if-none-match: {a.etag} | 304 | etag: {a.etag} | content-type: null
HEAD {a} | if-none-match: W/"a,b" , W/{a.etag}, | 304 | etag: {a.etag} | content-type: null
GET {a} | if-none-match: * | 304 | etag: {a.etag} | content-type: null
GET {a} | ${unmodified} | 200
# An ETag is the condition of a request, and a time is none
${create}
GET {a} | if-match: {a.etag} | if-none-match: * | 400 invalid-header
GET {a} | if-match: "other", {a.etag} | 200
PUT {a} | ${unmodified}${title} | 400 invalid-header | {"errors":[{"header":"If-Unmodified-Since","detail":"/If-Match/"}]}
PUT {a} | if-match: *${title} | 200
PATCH {a} | if-match: *${title} | 200
DELETE {a} | if-match: * | 204
# An Idempotency-Key creates once, and gives the first response again
a = POST /api/v1/users | ${ada} | 201
b = POST /posts | ${key} | ${authored} | 201 | idempotency-replayed: null
POST /posts | ${key} | { "userId": "{a.id}", "t\\u0069tle": "{run}" } | ${first} | "{b.body}"
POST /posts | ${key} | prefer: return=minimal | ${authored} | ${first} | ""
PUT {b} | idempotency-key: | {"title":"changed"} | 200 | idempotency-replayed: null
DELETE {b} | 204
DELETE {a}?force=true | 204
POST /posts | ${key} | ${authored} | ${first} | "{b.body}"
GET /posts?userId={a.id} | 200 | []
GET {b} | 404 not-found
# An Idempotency-Key is of one route
POST /posts | ${longest}${title} | 201 | idempotency-replayed: null
POST /api/v1/users | ${longest} | ${ada} | 201 | idempotency-replayed: null
# An Idempotency-Key that is empty, not ASCII or of 256 characters is a 400
${['', 'schlüssel', 'k'.repeat(256)].map(refuseKey).join('\n')}
# An Idempotency-Key of a refused request stays free
POST /posts | ${key} | {"title":"{run}","userId":"{nobody}"} | 422 unknown-user
POST /posts | ${key} | {} | 400 invalid-body
POST /posts | ${key}${title} | 201 | idempotency-replayed: null
`;
