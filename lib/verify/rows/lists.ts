import { type Kind, kinds } from './kinds';

const count = 'prefer: count=exact';
const total = (number: number) => `x-total-count: ${number} | preference-applied: count=exact`;

const promisesOf = ({ noun, path, parents, created, replaced }: Kind) => {
  const [one, other] = [created, replaced].map((body) => JSON.stringify(body));
  const page = `${path}?{range}&limit=1`;
  return `
# [no ownership] A list has each ${noun} of a time range once, in pages, and counts all
${parents}
a = PUT ${path}/{past1} | if-none-match: * | ${one} | 201
b = PUT ${path}/{past2} | if-none-match: * | ${other} | 201
GET ${path}?{range}&order=asc | 200 | link: null | ["{a.body}","{b.body}"]
GET ${page} | ${count} | 200 | link: <{origin}${page}&after={b.id}>; rel="next" | ${total(2)} | ["{b.body}"]
GET ${page}&after={b.id} | ${count} | 200 | link: <{origin}${page}>; rel="first" | ${total(2)} | ["{a.body}"]
`;
};

/** Promises about lists. */
export const lists = `${kinds.map(promisesOf).join('')}
# [read-only] What is stored is listed and read with an ETag
a = GET /posts?order=asc&limit=1 | 200 | content-type: application/json | etag: /^"/
b = GET {a} | 200 | content-type: application/json | etag: /^"/
GET {a} | if-none-match: {b.etag} | 304 | etag: {b.etag}
GET {a} | if-match: "other" | 412 stale | etag: {b.etag}
HEAD {a} | 200 | etag: {b.etag}
`;
