const user = (email: string) => `{"name":"Ada","email":"${email}"}`;
const ada = user('{run}@verify.example');
const refuseEmail = (request: string, email: string) =>
  `${request} | ${user(email)} | 409 email-taken | {"errors":[{"pointer":"#/email","detail":"/./"}]}`;

/** Promises about users or posts only. */
export const usersAndPosts = `
# No two users share an e-mail address, and an address that was given up is free
a = POST /api/v1/users | ${ada} | 201
b = POST /api/v1/users | ${user('b{run}@verify.example')} | 201
${['POST /api/v1/users', 'PUT {b}', 'PATCH {b}'].map((request) => refuseEmail(request, '{run}@verify.example')).join('\n')}
PUT /api/v1/users/{new} | if-none-match: * | ${ada} | 409 email-taken
PATCH {b} | {"name":null,"email":null} | 400 invalid-body | {"errors":[{"pointer":"#/name","detail":"must be a string, not null"},{"pointer":"#/email","detail":"/./"}]}
GET {b} | 200 | etag: {b.etag} | "{b.body}"
PUT {a} | ${user('{RUN}@verify.example')} | 200 | {"email":"{RUN}@verify.example","createdAt":"{a.createdAt}"}
${refuseEmail('POST /api/v1/users', '{run}@verify.example')}
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
`;
