import { json, type View, views } from './resources';

// A key has at most 255 characters, of which `{run}` has 23.
const longestKey = `idempotency-key: ${'!'.repeat(232)}{run}`;
const tooLongKey = `idempotency-key: ${'k'.repeat(256)}`;
/** Problem of a wrong key. */
export const wrongKey =
  '{"errors":[{"header":"Idempotency-Key","detail":"must be 1 to 255 visible ASCII characters"}]}';

/** Makes the promises about requests that each route checks in the same way. One resource shows them. */
const promiseRequests = ({ path, created, member }: View, other: View | undefined) => `
# An Idempotency-Key is of one route, and only of POST
a = POST ${path} | ${longestKey} | ${json(created)} | 201 | idempotency-replayed: null
PUT {a} | ${tooLongKey} | ${json(created)} | 200 | idempotency-replayed: null
${other?.parents ?? ''}
${other ? `POST ${other.path} | ${longestKey} | ${json(other.created)} | 201 | idempotency-replayed: null` : ''}
# An Idempotency-Key of 256 characters is a 400
POST ${path} | ${tooLongKey} | ${json(created)} | 400 invalid-header | ${wrongKey}
# A wrong body is a 400 that names the member
POST ${path} | ${json({ ...created, [member]: {} })} | 400 invalid-body | {"errors":[{"pointer":"#/${member}","rule":"type","detail":"/^must be .+, not Object$/"}]}
POST ${path} | {"${member}": Hi} | 400 invalid-json | {"detail":"/at line 1, column ${member.length + 6}[.]$/"}
# A 400 names all errors of the headers, the query and the body
PUT ${path}/{nobody}?force=true | if-match: x | ${json({ ...created, wrong: 1 })} | 400 invalid-header | {"errors":[{"header":"If-Match","rule":"format"},{"parameter":"force","rule":"unknown"},{"pointer":"#/wrong","rule":"unknown"}]}
`;

const [one] = views;
// Two versions of a resource share its unique values.
const other = views.find(({ collection }) => collection !== one?.collection);

/** Promises about the requests of one resource. */
export const requests = one ? promiseRequests(one, other) : '';
