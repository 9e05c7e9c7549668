const wrong = (parameter: string, detail: string) =>
  `400 invalid-query | {"errors":[{"parameter":"${parameter}","detail":"${detail}"}]}`;

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
GET /posts?page=2 | ${wrong('page', '/to page, follow the Link header$/')}
# An unknown path is a 404 that names the route most likely meant
GET /users | 404 not-found | {"detail":"/users live at .api.v1.users[.]$/"}
HEAD /posts/{nobody} | 404 not-found
# An unknown path is a 404 for other methods, too
POST /nothing | {} | 404 not-found
OPTIONS /nothing | 404 not-found
# A wrong body is a 400 that names the member
POST /posts | {"title":7} | 400 invalid-body | {"errors":[{"pointer":"#/title","detail":"must be a string, not 7"}]}
POST /posts | {"title": Hi} | 400 invalid-json | {"detail":"/at line 1, column 11[.]$/"}
# A body of another type is refused, and text is read as JSON
POST /posts | content-type: text/html | {"title":"Hi"} | 415 unsupported-media-type | accept-post: application/json
POST /posts | content-type: text/plain | origin: https://pages.example | {"title":"Hi"} | 415 unsupported-media-type
a = POST /posts | content-type: text/plain | {"title":"Grüße"} | 201 | {"title":"Grüße"}
PATCH {a} | content-type: application/merge-patch+json | {"title":"é😀"} | 200 | {"title":"é😀"}
# A 400 names all errors of the headers, the query and the body
PUT /posts/{nobody}?force=true | if-match: x | {"titel":"Hi"} | 400 invalid-header | ${allAtOnce}
`;
