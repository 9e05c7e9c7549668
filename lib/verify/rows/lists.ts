const ada = '{"name":"Ada","email":"{run}@verify.example"}';
const count = 'prefer: count=exact';
const total = (number: number) => `x-total-count: ${number} | preference-applied: count=exact`;

const kinds = [
  { noun: 'user', path: '/api/v1/users', bodyOf: (n: number) => ada.replace('{run}', `{run}-${n}`) },
  { noun: 'post', path: '/posts', bodyOf: (n: number) => `{"title":"{run} ${n}"}` },
];

const ofKind = ({ noun, path, bodyOf }: (typeof kinds)[number]) => `
# [no ownership] A list has each ${noun} of a time range once, in pages, and counts all
a = PUT ${path}/{past1} | if-none-match: * | ${bodyOf(1)} | 201
b = PUT ${path}/{past2} | if-none-match: * | ${bodyOf(2)} | 201
c = PUT ${path}/{past3} | if-none-match: * | ${bodyOf(3)} | 201
GET ${path}?{range} | 200 | link: null | ["{c.body}","{b.body}","{a.body}"]
GET ${path}?{range}&order=asc | 200 | link: null | ["{a.body}","{b.body}","{c.body}"]
GET ${path}?{range}&limit=2 | ${count} | 200 | link: <{origin}${path}?{range}&limit=2&after={b.id}>; rel="next" | ${total(3)} | [{"id":"{c.id}"},{"id":"{b.id}"}]
GET ${path}?{range}&limit=2&after={b.id} | ${count} | 200 | link: <{origin}${path}?{range}&limit=2>; rel="first" | ${total(3)} | [{"id":"{a.id}"}]
GET ${path}?{range}&order=asc&after={nobody} | 200 | []
GET ${path}?{range}&after={nobody} | 200 | link: /first/ | [{"id":"{c.id}"},{"id":"{b.id}"},{"id":"{a.id}"}]
# A list has each ${noun} of the ids asked for, in this order
a = POST ${path} | ${bodyOf(1)} | 201
b = POST ${path} | ${bodyOf(2)} | 201
GET ${path}?id={nobody}&id={b.id}&id={a.ID}&id={a.id}&id={b.id} | 200 | link: null | ["{b.body}","{a.body}"]
GET ${path}?id={b.id}&id={a.id}&limit=1&order=asc | ${count} | 200 | x-total-count: null | preference-applied: null | ["{b.body}","{a.body}"]
GET ${path}?id={nobody} | 200 | []
`;

/** Promises about lists. */
export const lists = `${kinds.map(ofKind).join('')}
# The posts of a user are listed in pages, with their author, and have an ETag
u = POST /api/v1/users | ${ada} | 201
a = POST /posts | {"title":"{run}","userId":"{u.id}"} | 201
b = POST /posts | {"title":"{run}","userId":"{u.id}"} | 201
c = POST /posts | {"title":"{run}","userId":"{u.id}"} | 201
l = GET /posts?userId={u.id} | 200 | etag: /^"/ | link: null | ["{c.body}","{b.body}","{a.body}"]
GET /posts?userId={u.id} | if-none-match: {l.etag} | 304 | etag: {l.etag}
HEAD /posts?userId={u.id} | 200 | etag: {l.etag} | content-length: {l.content-length}
GET /posts?userId={u.ID}&limit=2 | ${count} | 200 | ${total(3)} | [{"id":"{c.id}"},{"id":"{b.id}"}]
GET /posts?userId={u.id}&order=asc&limit=1&after={a.id} | 200 | link: /next.*first/ | ["{b.body}"]
GET /posts?expand=user&userId={u.id}&limit=1 | 200 | [{"id":"{c.id}","user":{"id":"{u.id}","name":"Ada","email":null}}]
DELETE {c} | 204
GET /posts?userId={u.id} | if-none-match: {l.etag} | 200 | ["{b.body}","{a.body}"]
# A user is found by the e-mail address, and not by one that was given up
u = POST /api/v1/users | {"name":"Zoë","email":"Zo\u00eb+{run}@Verify.Example"} | 201
GET /api/v1/users?email=zoe%CC%88%2B{RUN}@verify.example | ${count} | 200 | ${total(1)} | ["{u.body}"]
GET /api/v1/users?email=zo%C3%AB+{run}@verify.example | 200 | ["{u.body}"]
PATCH {u} | ${ada} | 200
GET /api/v1/users?email=zo%C3%AB+{run}@verify.example | 200 | []
GET /api/v1/users?email={run}@verify.example | 200 | [{"id":"{u.id}"}]
DELETE {u} | 204
GET /api/v1/users?email={run}@verify.example | 200 | []
# [read-only] What is stored is listed and read with an ETag
a = GET /posts?order=asc&limit=1 | 200 | content-type: application/json | etag: /^"/
b = GET {a} | 200 | content-type: application/json | etag: /^"/
GET {a} | if-none-match: {b.etag} | 304 | etag: {b.etag}
GET {a} | if-match: "other" | 412 stale | etag: {b.etag}
HEAD {a} | 200 | etag: {b.etag}
`;
