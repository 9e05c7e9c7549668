const create = 'a = POST /posts | {"title":"{run}"} | 201';
const unmodified = 'if-unmodified-since: Thu, 26 Nov 2026 00:00:00 GMT';

/** Makes the rows that GET, which no body follows, shares with the writes. */
const ofMethod = (request: string, status: number, [body, writes]: readonly [body: string, writes: string]) => `
# An ETag is the condition of ${request}
${create}
${request} {a} | if-match: W/{a.etag}${body} | 412 stale | etag: {a.etag}
${request} {a} | if-match: "a", "b"${body} | 412 stale | etag: {a.etag}
${request} {a} | if-match: {a.etag} | if-none-match: *${body} | 400 invalid-header
GET {a} | 200 | etag: {a.etag} | "{a.body}"
${writes}
${request} {a} | if-match: {a.etag}${body} | ${status}
${create}
${request} {a} | if-match: "other", {a.etag}${body} | ${status}
${create}
${request} {a} | if-match: *${body} | ${status}
`;

const writesOf = (method: string, status: number, body: string) => `
${method} {a} | if-none-match: *${body} | 412 exists | etag: {a.etag}
${method} {a} | if-none-match: "other", {a.etag}${body} | 412 exists | etag: {a.etag}
${method} {a} | ${unmodified}${body} | 400 invalid-header | {"errors":[{"header":"If-Unmodified-Since","detail":"/If-Match/"}]}
${method} {a} | if-match: {a.etag} | if-none-match: "other"${body} | ${status}
${create}`;

const title = ' | {"title":"{run}"}';
const noKey = '{"errors":[{"header":"Idempotency-Key","detail":"must be 1 to 255 visible ASCII characters"}]}';
const key = 'idempotency-key: {run}';
// A key has at most 255 characters, of which `{run}` has 23.
const longest = `idempotency-key: ${'!'.repeat(232)}{run}`;
const ada = '{"name":"Ada","email":"{run}@verify.example"}';
const authored = '{"title":"{run}","userId":"{a.id}"}';
const first = '201 | idempotency-replayed: true | etag: {b.etag} | location: {b.location}';

const refusedKey = (value: string) => `POST /posts | idempotency-key: ${value}${title} | 400 invalid-header | ${noKey}`;

/** Promises about ETags, conditions and idempotency keys. */
export const conditions = `
# A write gives a new ETag, although the content is the same
${create}
b = PUT {a}${title} | 200 | etag: !{a.etag}
PUT {a}${title} | 200 | etag: !{b.etag}
# A read of what is unchanged is a 304 without a body
${create}
GET {a} | if-none-match: {a.etag} | 304 | etag: {a.etag} | content-type: null
GET {a} | if-none-match: W/"a,b" , W/{a.etag}, | 304 | etag: {a.etag} | content-type: null
GET {a} | if-none-match: * | 304 | etag: {a.etag} | content-type: null
HEAD {a} | if-none-match: {a.etag} | 304 | etag: {a.etag} | content-type: null
HEAD {a} | if-none-match: W/"a,b" , W/{a.etag}, | 304 | etag: {a.etag} | content-type: null
HEAD {a} | if-none-match: * | 304 | etag: {a.etag} | content-type: null
GET {a} | if-none-match: "other", W/"another" | 200
GET {a} | ${unmodified} | 200
${ofMethod('GET', 200, ['', ''])}
${ofMethod('PUT', 200, [title, writesOf('PUT', 200, title)])}
${ofMethod('PATCH', 200, [title, writesOf('PATCH', 200, title)])}
${ofMethod('DELETE', 204, ['', writesOf('DELETE', 204, '')])}
# An Idempotency-Key creates once, and gives the first response again
a = POST /api/v1/users | ${ada} | 201
b = POST /posts | ${key} | ${authored} | 201 | idempotency-replayed: null
POST /posts | ${key} | ${authored} | ${first} | "{b.body}"
POST /posts | ${key} | { "userId": "{a.id}", "t\\u0069tle": "{run}" } | ${first} | "{b.body}"
POST /posts | ${key} | prefer: return=minimal | ${authored} | ${first} | ""
POST /posts | ${key} | {"title":"Ho"} | 422 idempotency-key-reused
GET /posts?userId={a.id} | 200 | ["{b.body}"]
PUT {b} | idempotency-key: | {"title":"changed"} | 200 | idempotency-replayed: null
POST /posts | ${key} | ${authored} | ${first} | "{b.body}"
DELETE {b} | 204
POST /posts | ${key} | ${authored} | ${first} | "{b.body}"
DELETE {a}?force=true | 204
POST /posts | ${key} | ${authored} | ${first} | "{b.body}"
GET /posts?userId={a.id} | 200 | []
GET {b} | 404 not-found
# An Idempotency-Key is of one route
POST /posts | ${longest}${title} | 201 | idempotency-replayed: null
POST /api/v1/users | ${longest} | ${ada} | 201 | idempotency-replayed: null
# An Idempotency-Key with a space or of 256 characters is a 400
${['a b', 'k'.repeat(256)].map(refusedKey).join('\n')}
# An Idempotency-Key that is empty or not ASCII is a 400
${['', 'schlüssel'].map(refusedKey).join('\n')}
# An Idempotency-Key of a refused request stays free
POST /posts | ${key} | {"title":"{run}","userId":"{nobody}"} | 422 unknown-user
POST /posts | ${key} | {} | 400 invalid-body
POST /posts | ${key}${title} | 201 | idempotency-replayed: null
a = POST /api/v1/users | ${ada} | 201
POST /api/v1/users | ${key} | ${ada} | 409 email-taken
POST /api/v1/users | ${key} | ${ada.replace('{run}', 'b{run}')} | 201 | idempotency-replayed: null
`;
