const user = (email: string) => `{"name":"Ada","email":"${email}"}`;
const ada = user('{run}@verify.example');
const refuseAda = (request: string) =>
  `${request} | ${ada} | 409 email-taken | {"errors":[{"pointer":"#/email","detail":"/./"}]}`;
const title = ' | {"title":"{run}"}';
const key = 'idempotency-key: {run}';
// A key has at most 255 characters, of which `{run}` has 23.
const longest = `idempotency-key: ${'!'.repeat(232)}{run}`;
const authored = '{"title":"{run}","userId":"{a.id}"}';
const first = '201 | idempotency-replayed: true | etag: {b.etag} | location: {b.location}';

const noKey = '{"errors":[{"header":"Idempotency-Key","detail":"must be 1 to 255 visible ASCII characters"}]}';
const refuseKey = (value: string) => `POST /posts | idempotency-key: ${value}${title} | 400 invalid-header | ${noKey}`;

/** Promises about users or posts only. */
export const usersAndPosts = `
# No two users share an e-mail address, and an address that was given up is free
a = POST /api/v1/users | ${ada} | 201
b = POST /api/v1/users | ${user('b{run}@verify.example')} | 201
${['POST /api/v1/users', 'PUT {b}', 'PATCH {b}'].map(refuseAda).join('\n')}
PUT /api/v1/users/{new} | if-none-match: * | ${ada} | 409 email-taken
PATCH {b} | {"name":null,"email":null} | 400 invalid-body | {"errors":[{"pointer":"#/name","detail":"must be a string, not null"},{"pointer":"#/email","detail":"/./"}]}
GET {b} | 200 | etag: {b.etag} | "{b.body}"
PUT {a} | ${user('{RUN}@verify.example')} | 200 | {"email":"{RUN}@verify.example","createdAt":"{a.createdAt}"}
${refuseAda('POST /api/v1/users')}
PATCH {a} | ${user('c{run}@verify.example')} | 200 | {"id":"{a.id}","name":"Ada","email":"c{run}@verify.example"}
PUT {b} | ${ada} | 200 | {"id":"{b.id}","name":"Ada","email":"{run}@verify.example","createdAt":"{b.createdAt}"}
DELETE {b} | 204
c = POST /api/v1/users | ${ada} | 201
DELETE {c}?force=true | 204
POST /api/v1/users | ${ada} | 201
# A user is found by the e-mail address, and not by one that was given up
a = POST /api/v1/users | {"name":"Zoë","email":"Zo\u00eb+{run}@Verify.Example"} | 201
GET /api/v1/users?email=zoe%CC%88%2B{RUN}@verify.example | prefer: count=exact | 200 | x-total-count: 1 | preference-applied: count=exact | ["{a.body}"]
PATCH {a} | ${ada} | 200
GET /api/v1/users?email=zo%C3%AB+{run}@verify.example | 200 | []
GET /api/v1/users?email={run}@verify.example | 200 | [{"id":"{a.id}"}]
DELETE {a} | 204
GET /api/v1/users?email={run}@verify.example | 200 | []
# A post can lose its author and its content, and a list shows the author without the address
a = POST /api/v1/users | ${ada} | 201
b = POST /posts | {"title":"{run}","content":"old","userId":"{a.id}"} | 201
GET /posts?expand=user&userId={a.id} | 200 | [{"id":"{b.id}","user":{"id":"{a.id}","name":"Ada","email":null}}]
PATCH {b} | {"userId":null,"content":null} | 200 | {"title":"{run}","userId":null,"content":"","createdAt":"{b.createdAt}"}
PATCH {b} | {"userId":"{a.id}"} | 200 | {"userId":"{a.id}"}
PUT {b} | {"title":"{run}"} | 200 | {"title":"{run}","userId":null,"content":"","createdAt":"{b.createdAt}"}
DELETE {a} | 204
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
# A body of another type is refused, and text is read as JSON in UTF-8
POST /posts | content-type: text/html${title} | 415 unsupported-media-type | accept-post: application/json
POST /posts | content-type: text/plain | origin: https://pages.example${title} | 415 unsupported-media-type
a = POST /posts | content-type: text/plain | {"title":"Grüße"} | 201 | {"title":"Grüße"}
PATCH {a} | content-type: application/merge-patch+json | {"title":"é😀"} | 200 | {"title":"é😀"}
# A wrong query of a list is a 400 that names the parameter
GET /posts?limit=0 | 400 invalid-query | {"errors":[{"parameter":"limit","detail":"/at least 1/"}]}
GET /posts?page=2 | 400 invalid-query | {"errors":[{"parameter":"page","detail":"/to page, follow the Link header$/"}]}
# A wrong body is a 400 that names the member
POST /posts | {"title":7} | 400 invalid-body | {"errors":[{"pointer":"#/title","detail":"must be a string, not 7"}]}
POST /posts | {"title": Hi} | 400 invalid-json | {"detail":"/at line 1, column 11[.]$/"}
# A 400 names all errors of the headers, the query and the body
PUT /posts/{nobody}?force=true | if-match: x | {"titel":"Hi"} | 400 invalid-header | {"errors":[{"header":"If-Match"},{"parameter":"force"},{"pointer":"#/title"},{"pointer":"#/titel"}]}
`;
