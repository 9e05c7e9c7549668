import type { Relation } from '../../../functions/kit/model/field';
import { type Kind, kinds } from './kinds';

/** Makes the promises of resources that belong to others. The rows have a parent under its noun, and another one as `q`. */
const promisesOf = ({ plural, path, input, parents, created, isPrivate, expands }: Kind, relation: Relation) => {
  const parent = kinds.find(({ noun }) => noun === relation.parent);
  if (!parent) return '';
  const { attribute, parent: owner } = relation;
  const [id, upperId] = [`{${owner}.id}`, `{${owner}.ID}`];
  const uniques = Object.entries(created).filter(([name]) => input[name]?.unique);
  /** Makes a body for a parent. Each mark makes other values of unique fields. */
  const bodyOf = (parentId: string, mark = 'a') =>
    JSON.stringify({
      ...created,
      ...Object.fromEntries(uniques.map(([name, value]) => [name, `${mark}${value}`])),
      [attribute]: parentId,
    });
  const patchTo = (parentId: string) => JSON.stringify({ [attribute]: parentId });
  const another = `q = POST ${parent.path} | ${JSON.stringify(parent.replaced)} | 201`;
  const listed = `${path}?${attribute}=${id}`;
  const unknown = `422 unknown-${owner} | {"errors":[{"pointer":"#/${attribute}","detail":"/./"}]}`;
  const [{ parent: above } = {}] = parent.relations;
  const grandparent = above && `{${above}}`;
  // A deletion by force also deletes the children of the children.
  const deepDeletion =
    grandparent &&
    `n = POST ${parent.path} | ${JSON.stringify(parent.created)} | 201
o = POST ${path} | ${bodyOf('{n.id}', 'o')} | 201
DELETE ${grandparent}?force=true | 204
GET {o} | 404 not-found`;
  const shown = expands?.[owner];
  // Shows no member beside the declared ones.
  const members = Object.fromEntries(
    Object.keys(parent.input).map((name) => [name, shown && name in shown ? `{q.${name}}` : null]),
  );
  const expanded =
    shown &&
    `GET ${path}?expand=${owner}&${attribute}={q.id} | 200 | [${JSON.stringify({ [owner]: { id: '{q.id}', ...members } })}]`;
  const rows = `
# The ${plural} of each ${owner} are listed in pages, and deleted with the ${owner} only
${parents}
${another}
a = POST ${path} | ${bodyOf(upperId)} | 201 | ${bodyOf(id)}
b = POST ${path} | ${bodyOf(id, 'b')} | 201
m = POST ${path} | ${bodyOf('{q.id}', 'm')} | 201
POST ${path} | idempotency-key: {run} | ${bodyOf('{nobody}', 'x')} | ${unknown}
PUT {a} | ${bodyOf('{nobody}')} | ${unknown}
PATCH {a} | ${patchTo('{nobody}')} | ${unknown}
GET ${path}?${attribute}={nobody} | 200 | []
DELETE {${owner}} | 409 ${owner}-has-${plural} | link: /${path}[?]${attribute}=${id}>/
DELETE {${owner}}?force=yes | 400 invalid-query
DELETE {${owner}}?force=true | if-match: "old" | 412 stale
c = PATCH {m} | ${patchTo(upperId)} | 200 | ${bodyOf(id, 'm')}
PATCH {m} | ${patchTo(id)} | 200 | etag: {c.etag}
GET ${path}?${attribute}={q.id} | 200 | []
l = GET ${listed} | 200 | etag: /^"/ | link: null | ["{c.body}","{b.body}","{a.body}"]
HEAD ${listed} | 200 | etag: {l.etag} | content-length: {l.content-length}
GET ${listed} | if-none-match: {l.etag} | 304 | etag: {l.etag}
GET ${path}?${attribute}=${upperId}&limit=2 | prefer: count=exact | 200 | x-total-count: 3 | preference-applied: count=exact | [{"id":"{c.id}"},{"id":"{b.id}"}]
GET ${listed}&order=asc&limit=1&after={a.ID} | 200 | link: /<{origin}.*next.*first/ | ["{b.body}"]
GET ${listed}&createdBefore={a.createdAt} | 200 | []
DELETE {b} | 204
GET ${listed} | if-none-match: {l.etag} | 200 | ["{c.body}","{a.body}"]
PATCH {m} | ${patchTo('{q.id}')} | 200
DELETE {${owner}}?force=true | 204
GET {a} | 404 not-found
GET {${owner}} | 404 not-found
GET {m} | 200
DELETE {m} | 204
POST ${path} | idempotency-key: {run} | ${bodyOf('{q.id}', 'y')} | 201 | idempotency-replayed: null
${expanded ?? ''}
DELETE {q}?force=true | 204
${deepDeletion ?? ''}
`;
  // On a stage with ownership only admins list private resources.
  return isPrivate ? rows.replaceAll(new RegExp(`^.* ${path}\\?.*\n`, 'gm'), '') : rows;
};

/** Promises about resources that belong to others. */
export const relations = kinds.flatMap((kind) => kind.relations.map((each) => promisesOf(kind, each))).join('');
