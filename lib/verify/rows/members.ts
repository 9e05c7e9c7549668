const user = (email: string) => `{"name":"Ada","email":"${email}"}`;

const kinds = [
  { noun: 'user', path: '/api/v1/users', a: user('{run}@verify.example'), b: user('b{run}@verify.example') },
  { noun: 'post', path: '/posts', a: '{"title":"{run}","content":""}', b: '{"title":"{run}","content":"new"}' },
];

/** Adds members to the JSON of an object. */
const add = (json: string, members: string) => `${json.slice(0, -1)},${members}}`;

const shape =
  '"id":"/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/","createdAt":"/Z$/","updatedAt":"/Z$/"';
const minimal = 'prefer: return=minimal';
const applied = 'preference-applied: return=minimal | content-type: null | ""';

const ofKind = ({ noun, path, a, b }: (typeof kinds)[number]) => `
# A created ${noun} can be read, replaced, changed and deleted
a = POST ${path} | ${a} | 201 | location: {origin}${path}/{a.id} | etag: /^"[\\w-]+"$/ | ${add(a, shape)}
b = GET {a} | 200 | etag: {a.etag} | content-type: application/json | "{a.body}"
HEAD {a} | 200 | etag: {a.etag} | content-length: {b.content-length}
GET ${path}/{a.ID} | 200 | "{a.body}"
c = PUT {a} | ${b} | 200 | etag: !{a.etag} | ${add(b, '"id":"{a.id}","createdAt":"{a.createdAt}"')}
d = PATCH {a} | ${a} | 200 | etag: !{c.etag} | ${add(a, '"createdAt":"{a.createdAt}"')}
PATCH {a} | ${a} | 200 | etag: {d.etag} | "{d.body}"
PATCH {a} | {} | 200 | etag: {d.etag} | "{d.body}"
GET {a} | 200 | etag: {d.etag} | "{d.body}"
PUT {a} | ${add(a, '"id":"{nobody}"')} | 400 invalid-body | {"errors":[{"pointer":"#/id","detail":"must be the id in the path, or left out"}]}
DELETE {a} | 204
DELETE {a} | 404 not-found
GET {a} | 404 not-found
PUT {a} | ${a} | 404 not-found | {"detail":"/If-None-Match: [*]/"}
PATCH {a} | if-match: "old" | ${a} | 404 not-found
# PUT with If-None-Match: * creates a ${noun} once
a = PUT ${path}/{new} | if-none-match: * | ${a} | 201 | location: {origin}${path}/{new} | ${add(a, '"id":"{new}"')}
PUT ${path}/{new} | if-none-match: * | ${b} | 412 exists | etag: {a.etag}
GET {a} | 200 | "{a.body}"
PUT ${path}/{future} | if-none-match: * | ${b} | 400 invalid-id
PUT ${path}/mine | if-none-match: * | ${b} | 400 invalid-id
# Prefer chooses the body of a response about a ${noun}
a = POST ${path} | prefer: return=nothing | ${a} | 201 | preference-applied: null
b = PUT {a} | ${minimal} | ${b} | 204 | etag: !{a.etag} | location: null | ${applied}
PATCH {a} | ${minimal} | ${a} | 204 | etag: !{b.etag} | location: null | ${applied}
c = GET {a} | 200 | ${a}
DELETE {a} | prefer: return=representation | if-match: {c.etag} | 200 | preference-applied: return=representation | "{c.body}"
POST ${path} | ${minimal} | ${a} | 201 | etag: /^"/ | location: /^http/ | ${applied}
`;

const same: readonly (readonly [email: string, other: string])[] = [
  ['{run}@verify.example', '{RUN}@Verify.Example'],
  ['caf\u00e9{run}@verify.example', 'cafe\u0301{run}@verify.example'],
  ['{run}J\u030c@verify.example', '{run}\u01f0@verify.example'],
  ['stra\u00dfe{run}@verify.example', 'STRA\u1e9eE{run}@verify.example'],
  // In NFC each of these characters has three code points. No longer address is a key of the table.
  [`{run}@${'\u{1D160}'.repeat(230)}`, `{RUN}@${'\u{1D160}'.repeat(230)}`],
];
const refused = (request: string, email: string) =>
  `${request} | ${user(email)} | 409 email-taken | {"errors":[{"pointer":"#/email","detail":"/./"}]}`;
const notString = (name: string) => `{"pointer":"#/${name}","detail":"must be a string, not null"}`;

/** Promises about users and posts. */
export const members = `${kinds.map(ofKind).join('')}
# Addresses that differ in letters or composition only are the same
${same.map(([email, other]) => `POST /api/v1/users | ${user(email)} | 201\n${refused('POST /api/v1/users', other)}`).join('\n')}
# No two users share an e-mail address, and an address that was given up is free
a = POST /api/v1/users | ${user('{run}@verify.example')} | 201 | ${user('{run}@verify.example')}
b = POST /api/v1/users | ${user('b{run}@verify.example')} | 201
${['POST /api/v1/users', 'PUT {b}', 'PATCH {b}'].map((request) => refused(request, '{run}@verify.example')).join('\n')}
PUT /api/v1/users/{new} | if-none-match: * | ${user('{run}@verify.example')} | 409 email-taken
PATCH {b} | {"name":null,"email":null} | 400 invalid-body | {"errors":[${notString('name')},${notString('email')}]}
GET {b} | 200 | etag: {b.etag} | "{b.body}"
PUT {a} | ${user('{RUN}@verify.example')} | 200 | {"email":"{RUN}@verify.example","createdAt":"{a.createdAt}"}
${refused('POST /api/v1/users', '{run}@verify.example')}
PATCH {a} | ${user('c{run}@verify.example')} | 200 | {"id":"{a.id}","name":"Ada","email":"c{run}@verify.example"}
${refused('PUT {b}', 'c{run}@verify.example')}
c = PUT {b} | ${user('{run}@verify.example')} | 200 | {"id":"{b.id}","name":"Ada","email":"{run}@verify.example","createdAt":"{b.createdAt}"}
e = POST /api/v1/users | ${user('b{run}@verify.example')} | 201
DELETE {e}?force=true | prefer: return=representation | if-match: {e.etag} | 200 | preference-applied: return=representation | "{e.body}"
DELETE {b} | 204
d = POST /api/v1/users | ${user('{run}@verify.example')} | 201
DELETE {d}?force=true | 204
POST /api/v1/users | ${user('{run}@verify.example')} | 201
# A post names an existing user, who is deleted with the posts only
a = POST /api/v1/users | ${user('{run}@verify.example')} | 201
b = POST /posts | {"title":"{run}","userId":"{a.ID}"} | 201 | {"userId":"{a.id}","content":""}
PUT {b} | {"title":"x","userId":"{nobody}"} | 422 unknown-user | {"errors":[{"pointer":"#/userId","detail":"/./"}]}
PATCH {b} | {"userId":"{nobody}"} | 422 unknown-user | {"errors":[{"pointer":"#/userId","detail":"/./"}]}
POST /posts | {"title":"{run}","userId":"{nobody}"} | 422 unknown-user
PUT /posts/{new} | if-none-match: * | {"title":"{run}","userId":"{nobody}"} | 422 unknown-user
GET {b} | 200 | etag: {b.etag} | "{b.body}"
DELETE {a} | 409 user-has-posts | link: /posts[?]userId={a.id}>/
DELETE {a}?force= | 400 invalid-query
DELETE {a}?force=yes | 400 invalid-query
DELETE {a}?force=1 | 400 invalid-query
DELETE {a}?force=true&force=true | 400 invalid-query
c = PATCH {b} | {"userId":null,"content":null} | 200 | {"title":"{run}","userId":null,"content":"","createdAt":"{b.createdAt}"}
d = PUT {b} | {"title":"{run}","userId":"{a.ID}"} | 200 | {"userId":"{a.id}"}
PATCH {b} | {"userId":"{a.ID}"} | 200 | etag: {d.etag}
PUT {b} | {"title":"{run}"} | 200 | {"userId":null,"content":""}
PATCH {b} | {"userId":"{a.id}"} | 200
DELETE {a}?force=true | 204
GET {b} | 404 not-found
GET {a} | 404 not-found
`;
