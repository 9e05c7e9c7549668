import { json, type View, views } from './resources';

const shape = {
  id: '/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/',
  createdAt: '/Z$/',
  updatedAt: '/Z$/',
};
const kept = { id: '{a.id}', createdAt: '{a.createdAt}' };
const ignored = { id: '{a.ID}', createdAt: 'ignored', updatedAt: 7 };
const minimal = 'prefer: return=minimal';
const applied = 'preference-applied: return=minimal | ""';
const unmodified = 'if-unmodified-since: Thu, 26 Nov 2026 00:00:00 GMT';
const first = 'idempotency-replayed: true | etag: {b.etag} | location: {b.location}';

const reversed = (body: object) => json(Object.fromEntries(Object.entries(body).reverse()));

/** Makes the promises of a resource alone. */
const promiseOwn = ({ label, rows, parents, path, created }: View) => `
# The ${label} keep what their docs.ts promises
${parents}
a = POST ${path} | ${json(created)} | 201
${rows}
`;

const promisesOf = ({ word, label, path, noLink, parents, created, replaced, changed }: View) => `
# A created ${word} can be read, replaced, changed and deleted
${parents}
a = POST ${path} | ${json(created)} | 201 | location: {origin}${path}/{a.id} | etag: /^"[\\w-]+"$/ | ${json({ ...created, ...shape })}
GET {a} | 200 | etag: {a.etag} | content-type: application/json | "{a.body}"
HEAD {a} | 200 | etag: {a.etag}
b = PATCH {a} | if-match: "other", {a.etag} | ${json(changed)} | 200 | etag: !{a.etag} | ${json({ ...created, ...changed, ...kept })}
PATCH {a} | ${json(changed)} | 200 | etag: {b.etag} | "{b.body}"
c = PUT {a} | if-match: {b.etag} | if-none-match: "other" | ${json({ ...replaced, ...ignored })} | 200 | etag: !{b.etag} | ${json({ ...replaced, ...kept })}
PUT {a} | ${json({ ...replaced, id: '{nobody}' })} | 400 invalid-body | {"errors":[{"pointer":"#/id","rule":"conflict","detail":"must be the id in the path, or left out"}]}
d = PUT {a} | ${json(replaced)} | 200 | etag: !{c.etag}
GET ${path}/{a.ID} | 200 | etag: {d.etag} | "{d.body}"
DELETE ${path}/{a.ID} | if-match: {d.etag} | 204
DELETE {a} | if-match: "old" | 404 not-found
GET {a} | 404 not-found
PUT {a} | if-match: "old" | ${json(replaced)} | 404 not-found | {"detail":"/If-None-Match: [*]/"}
PATCH {a} | if-match: "old" | ${json(changed)} | 404 not-found
# The ${label} are created once under an id or an Idempotency-Key, and listed by ids
${parents}
a = PUT ${path}/{new} | if-none-match: * | ${json(created)} | 201 | location: {origin}${path}/{new} | ${json({ ...created, id: '{new}' })}
PUT {a} | if-none-match: * | ${json(created)} | 412 exists | etag: {a.etag}
PUT ${path}/mine | if-none-match: * | ${json(created)} | 400 invalid-id
POST ${path} | idempotency-key: {run} | {"-":1} | 400 invalid-body
b = POST ${path} | idempotency-key: {run} | ${json(replaced)} | 201 | idempotency-replayed: null
POST ${path} | idempotency-key: {run} | ${reversed(replaced)} | 201 | ${first} | "{b.body}"
POST ${path} | idempotency-key: {run} | ${minimal} | ${json(replaced)} | 201 | ${first} | ""
POST ${path} | idempotency-key: {run} | ${json(created)} | 422 idempotency-key-reused
GET ${path}?id={nobody}&id={b.id}&id={a.ID}&id={a.id}&id={b.id} | prefer: count=exact | 200 | link: ${noLink} | x-total-count: null | ["{b.body}","{a.body}"]
DELETE {b} | 204
POST ${path} | idempotency-key: {run} | ${json(replaced)} | 201 | ${first} | "{b.body}"
GET {b} | 404 not-found
# Prefer chooses the body of a response about ${label}
${parents}
a = PUT ${path}/{new} | ${minimal} | if-none-match: * | ${json(created)} | 201 | etag: /^"/ | location: /^http/ | ${applied}
PUT {a} | ${minimal} | ${json(replaced)} | 204 | etag: !{a.etag} | location: null | ${applied}
b = PATCH {a} | ${minimal} | ${json(changed)} | 204 | etag: /^"/ | location: null | ${applied}
c = GET {a} | 200 | etag: {b.etag} | ${json({ ...replaced, ...changed })}
DELETE {a} | prefer: return=representation | if-match: {c.etag} | 200 | preference-applied: return=representation | "{c.body}"
# An ETag is the condition of each request to ${label}, and a time is none
${parents}
a = POST ${path} | ${json(created)} | 201
GET {a} | if-none-match: {a.etag} | 304 | etag: {a.etag}
HEAD {a} | if-none-match: W/"a,b" , W/{a.etag}, | 304 | etag: {a.etag}
GET {a} | if-none-match: * | 304 | etag: {a.etag}
GET {a} | if-match: "other", {a.etag} | ${unmodified} | 200
GET {a} | if-match: "old" | 412 stale | etag: {a.etag}
GET {a} | if-match: {a.etag} | if-none-match: * | 400 invalid-header
PUT {a} | if-match: W/{a.etag} | ${json(replaced)} | 412 stale | etag: {a.etag}
PUT {a} | ${unmodified} | ${json(replaced)} | 400 invalid-header | {"errors":[{"header":"If-Unmodified-Since","rule":"not-allowed","detail":"/If-Match/"}]}
POST ${path} | if-match: * | ${json(created)} | 400 invalid-header | {"errors":[{"header":"If-Match","detail":"/PUT/"}]}
POST ${path} | if-none-match: * | ${json(created)} | 400 invalid-header
PATCH {a} | if-match: "a", "b" | ${json(changed)} | 412 stale | etag: {a.etag}
DELETE {a} | if-match: "old" | 412 stale | etag: {a.etag}
PATCH {a} | if-none-match: "other", {a.etag} | ${json(changed)} | 412 exists | etag: {a.etag}
DELETE {a} | if-none-match: * | 412 exists | etag: {a.etag}
GET {a} | 200 | etag: {a.etag} | "{a.body}"
PUT {a} | if-match: * | ${json(replaced)} | 200
DELETE {a} | if-match: * | 204
`;

const promiseStored = ({ word, path }: View) => `
# [read-only] A stored ${word} is listed and read with an ETag
a = GET ${path}?order=asc&limit=1 | 200 | content-type: application/json | etag: /^"/
b = GET {a} | 200 | content-type: application/json | etag: /^"/
GET {a} | if-none-match: {b.etag} | 304 | etag: {b.etag}
`;

/** Promises about each resource. */
export const members = [
  ...views.map(promisesOf),
  ...views.filter(({ rows }) => rows).map(promiseOwn),
  ...views.map(promiseStored),
].join('');
