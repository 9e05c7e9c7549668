import { expandedName, type OwnRelation } from '../../../functions/kit/model/relation';
import { bodyFrom, json, nameInRows, type View, views } from './resources';

/** Tells whether the resources of a noun belong to those of another one, through others. */
export const isBelow = (noun: string, other: string): boolean => {
  const found = views.find((each) => each.noun === noun);
  return found?.relations.some(({ parent }) => parent === other || isBelow(parent, other)) ?? false;
};

/**
 * Makes the promises of resources that belong to others. The rows have a parent under its name, and another one as `q`. A third
 * one, `o`, is the parent that other fields of the same kind name.
 */
const promisesOf = (view: View, relation: OwnRelation) => {
  const { noun: ownNoun, label, plural, path, noLink, parents, relations: all, input, expands } = view;
  const parent = views.find(({ noun }) => noun === relation.parent);
  if (!parent) return '';
  const { attribute, parent: noun } = relation;
  // The first version of a parent links to the list of the first version of its children.
  const linked = views.find((each) => each.noun === ownNoun)?.path;
  const alike = all.filter((each) => each.parent === noun && each.attribute !== attribute);
  // A child of a descendant of the parent goes with the parent, too.
  const entangled = all.filter((each) => isBelow(each.parent, noun)).map((each) => each.attribute);
  const isFree = entangled.every((name) => input[name]?.isOptional);
  const links = Object.fromEntries([
    ...alike.map((each) => [each.attribute, '{o.id}'] as const),
    ...(isFree ? entangled.map((name) => [name, undefined] as const) : []),
  ]);
  const [member, isAlone] = [expandedName(relation), alike.length === 0];
  const [name, owner] = [nameInRows(noun), parent.word];
  const [id, upperId] = [`{${name}.id}`, `{${name}.ID}`];
  /** Makes a body for a parent. Each mark makes other values of unique fields. */
  const bodyOf = (parentId: string, mark = 'a') =>
    json({ ...bodyFrom(view, 'create', mark), ...links, [attribute]: parentId });
  const patchTo = (parentId: string) => json({ [attribute]: parentId });
  const unknown = `422 unknown-${owner} | {"errors":[{"pointer":"#/${attribute}","rule":"unknown","detail":"No ${owner} has this ${attribute}."}]}`;
  const expanded = expands?.[member]
    ? `GET ${path}?expand=${member}&${attribute}={q.id} | 200 | [{"${member}":{"id":"{q.id}"}}]`
    : '';
  const apart = `GET {m} | 200
DELETE {m} | 204
POST ${path} | idempotency-key: {run} | ${bodyOf('{q.id}', 'y')} | 201 | idempotency-replayed: null
${expanded}`;
  return `
# The ${label} of each ${member} are listed in pages, and deleted with the ${member} only
${parents}
q = POST ${parent.path} | ${json(parent.replaced)} | 201
${isAlone ? '' : `o = POST ${parent.path} | ${json(bodyFrom(parent, 'replace', 'o'))} | 201`}
a = POST ${path} | ${bodyOf(upperId)} | 201 | ${bodyOf(id)}
b = POST ${path} | ${bodyOf(id, 'b')} | 201
m = POST ${path} | ${bodyOf('{q.id}', 'm')} | 201
POST ${path} | idempotency-key: {run} | ${bodyOf('{nobody}', 'x')} | ${unknown}
PUT {a} | ${bodyOf('{nobody}')} | ${unknown}
PATCH {a} | ${patchTo('{nobody}')} | ${unknown}
GET ${path}?${attribute}={nobody} | 200 | []
DELETE {q} | 409 ${owner}-has-${plural} | link: /${linked}[?][^=]+={q.id}>/
DELETE {${name}}?force=yes | 400 invalid-query
DELETE {${name}}?force=true | if-match: "old" | 412 stale
c = PATCH {m} | ${patchTo(upperId)} | 200 | ${bodyOf(id, 'm')}
PATCH {m} | ${patchTo(id)} | 200 | etag: {c.etag}
GET ${path}?${attribute}={q.id} | 200 | []
GET ${path}?${attribute}=${id}&limit=3 | 200 | etag: /^"/ | link: ${noLink} | ["{c.body}","{b.body}","{a.body}"]
p = GET ${path}?${attribute}=${upperId}&limit=2 | prefer: count=exact | 200 | x-total-count: 3 | preference-applied: count=exact | [{"id":"{c.id}"},{"id":"{b.id}"}]
GET {p.next} | 200 | link: /^(?!.*"next").*rel="first"/ | ["{a.body}"]
PATCH {m} | ${patchTo('{q.id}')} | 200
DELETE {${name}}?force=true | 204
GET {a} | 404 not-found
GET {${name}} | 404 not-found
${isFree ? apart : 'GET {m} | 404'}
DELETE {q}?force=true | 204
${isAlone ? '' : 'DELETE {o} | 204'}
`;
};

/** Promises about resources that belong to others. */
export const relations = views.flatMap((one) => one.relations.map((each) => promisesOf(one, each))).join('');
