const large = `{${' '.repeat(256 * 1024 - 13)}"title":"Hi"}`;
const wrong = (parameter: string, detail: string) =>
  `400 invalid-query | {"errors":[{"parameter":"${parameter}","detail":"${detail}"}]}`;
const refused = (pointer: string, detail: string) =>
  `400 invalid-body | {"errors":[{"pointer":"${pointer}","detail":"${detail}"}]}`;

const allAtOnce = `{"detail":"/^If-Match must be .+ .and 3 more errors.[.]$/","errors":[${[
  '{"header":"If-Match","detail":"/./"}',
  '{"parameter":"force","detail":"is not a parameter; this route takes none"}',
  '{"pointer":"#/title","detail":"is required"}',
  '{"pointer":"#/titel","detail":"is not a member; did you mean title?"}',
]}]}`;

/** Promises about errors that a client can provoke. */
export const errors = `
# A wrong query of a list is a 400 that names the parameter
GET /posts?limit=0 | ${wrong('limit', 'must be a whole number of at least 1; more than 100 counts as 100')}
GET /posts?order=up | ${wrong('order', 'must be desc or asc')}
GET /posts?after=7 | ${wrong('after', 'must be a UUIDv7')}
GET /posts?page=2 | ${wrong('page', '/to page, follow the Link header$/')}
GET /posts?sort=x | ${wrong('sort', '/did you mean order[?]$/')}
GET /posts?limit= | ${wrong('limit', '/^is empty/')}
GET /posts?limit=5&limit=5 | ${wrong('limit', '/^is given 2 times/')}
GET /posts?createdSince=today | ${wrong('createdSince', '/^must be a date/')}
GET /posts?id={nobody}&userId={nobody} | ${wrong('id', 'cannot be combined with userId')}
GET /posts?expand=users | ${wrong('expand', 'must be user')}
# An unknown path is a 404 that names the route most likely meant
GET /api/v1/posts | 404 not-found | {"detail":"/posts live at .posts[.]$/"}
GET /users | 404 not-found | {"detail":"/users live at .api.v1.users[.]$/"}
GET /nothing | 404 not-found | {"detail":"/there are /"}
GET /posts/{nobody} | 404 not-found
HEAD /posts/{nobody} | 404 not-found
GET /posts/7 | 404 not-found
# An unknown path is a 404 for other methods, too
POST /nothing | {} | 404 not-found
PUT /nothing | {} | 404 not-found
PATCH /nothing | {} | 404 not-found
DELETE /nothing | 404 not-found
OPTIONS /nothing | 404 not-found
# A wrong body is a 400 that names the member
POST /posts | {"title":"a","title":"b"} | ${refused('#/title', 'is given more than once')}
POST /posts | {"title":7} | ${refused('#/title', 'must be a string, not 7')}
POST /posts | {"title":"x","body":"y"} | ${refused('#/body', 'is not a member; did you mean content?')}
POST /posts | {"content":"x"} | ${refused('#/title', 'is required')}
POST /posts | {"title":"x","createdAt":"x"} | ${refused('#/createdAt', 'is set by the service and cannot be written')}
POST /posts | [] | ${refused('#', 'must be a JSON object')}
POST /posts | {"title": Hi} | 400 invalid-json | {"detail":"/at line 1, column 11[.]$/"}
# A body that is too large or of another type is refused, and text is read as JSON
POST /posts | ${large} | 413 body-too-large
POST /posts | content-type: text/html | {"title":"Hi"} | 415 unsupported-media-type | accept-post: application/json
POST /posts | content-type: text/plain | origin: https://pages.example | {"title":"Hi"} | 415 unsupported-media-type
a = POST /posts | content-type: text/plain | {"title":"Grüße"} | 201 | {"title":"Grüße"}
PATCH {a} | content-type: application/merge-patch+json | {"title":"é😀"} | 200 | {"title":"é😀"}
# A 400 names all errors of the headers, the query and the body
PUT /posts/{nobody}?force=true | if-match: x | {"titel":"Hi"} | 400 invalid-header | ${allAtOnce}
`;
