import { versionIn } from '../../../functions/kit/model/relation';
import { translate } from '../../../functions/kit/site/openapi/resource';
import { bodyFrom, json, type View, views } from './resources';

const stamps = { id: '{a.id}', createdAt: '{a.createdAt}', updatedAt: '{a.updatedAt}' };

/** Returns the list of children to which a version of their parent links: the newest whose version is not above the parent's. */
const listFor = ({ noun, path }: View, { collection }: View) => {
  const lists = views.flatMap((one) => {
    const relation = one.relations.find(({ parent }) => parent === noun);
    return relation && one.collection === collection ? `${one.path}[?]${relation.attribute}=` : [];
  });
  return lists.findLast((list) => versionIn(list) <= versionIn(path)) ?? lists[0];
};

/** Makes the promises of two versions, which show the same resources. Those of the reversed pair prove the other direction. */
const promisesOf = (one: View, other: View) => {
  const [at, name, otherName] = [`${other.path}/{a.id}`, one.label, other.label];
  const toOther = (values: object) => translate(values, one, other);
  // Fields that only the other version has.
  const added = Object.entries(other.created).filter(([field]) => !(field in toOther(one.created)));
  const own = Object.fromEntries(added);
  const uniques = Object.entries(one.created).filter(([field]) => one.input[field]?.unique);
  const taken = uniques.flatMap(([field, value]) => {
    const rival = toOther({ [field]: value });
    // The other version can lack the field.
    return Object.keys(rival).map(
      (name) => `POST ${other.path} | ${json({ ...other.replaced, ...rival })} | 409 ${name}-taken`,
    );
  });
  const removed = views.flatMap((child) => {
    const [relation, ...others] = child.relations.filter(({ parent }) => parent === one.noun);
    if (!relation) return [];
    const alike = others.map(({ attribute }, at) => {
      const body = { ...bodyFrom(child, 'create', `n${at}`), [attribute]: '{a.id}' };
      return `POST ${child.path} | ${json(body)} | 201\n`;
    });
    return `
# Children stop a deletion by ${otherName} of what ${name} has made
${child.parents}
a = POST ${one.path} | ${json(one.created)} | 201
m = POST ${child.path} | ${json({ ...child.created, [relation.attribute]: '{a.id}' })} | 201
${alike.join('')}DELETE ${at} | 409 ${one.word}-has-${child.plural} | link: /^<${listFor(other, child)}{a.id}>; rel="related"/
DELETE ${at}?force=true | 204
GET {m} | 404 not-found
POST ${one.path} | ${json(one.created)} | 201`;
  });
  return `
# A ${one.word} is the same one in ${name} and in ${otherName}
${one.parents}
a = POST ${one.path} | ${json(one.created)} | 201
b = GET ${at} | 200 | etag: {a.etag} | ${json({ ...toOther(one.created), ...stamps })}
${taken.join('\n')}
c = PATCH ${at} | if-match: {a.etag} | ${json({ ...other.changed, ...own })} | 200 | etag: !{a.etag}
GET {a} | 200 | etag: {c.etag}
d = PUT {a} | if-match: {c.etag} | ${json(one.replaced)} | 200
GET ${at} | 200 | etag: {d.etag} | ${json({ ...toOther(one.replaced), ...own })}
PATCH ${at} | if-match: {c.etag} | ${json(other.changed)} | 412 stale
DELETE ${at} | if-match: {d.etag} | 204
GET {a} | 404 not-found
POST ${other.path} | ${json(other.created)} | 201
${removed.join('\n')}
`;
};

/** Makes the promise that all answers of a deprecated version say so. */
const promiseEnd = ({ label, path, parents, created, deprecated }: View) => {
  if (!deprecated) return '';
  const { since, sunset, successor } = deprecated;
  const end = `deprecation: @${Date.parse(since) / 1000} | sunset: ${sunset ? new Date(sunset).toUTCString() : 'null'}`;
  const said = (id: string) => `${end} | link: /<{origin}${successor}${id}>; rel="successor-version"$/`;
  return `
# Every answer of ${label} says that the version ends
${parents}
a = POST ${path} | ${json(created)} | 201 | ${said('')}
GET {a} | 200 | ${said('/{a.id}')}
HEAD {a} | 200 | ${said('/{a.id}')}
GET {a} | if-none-match: {a.etag} | 304 | ${said('/{a.id}')}
PUT {a} | {"-":1} | 400 invalid-body | ${said('/{a.id}')}
GET ${path}/{nobody} | 404 not-found | ${said('/{nobody}')}
DELETE {a} | 204 | ${said('/{a.id}')}
`;
};

/** Promises of resources that have several versions. */
export const versions = [
  ...views.flatMap((one) => {
    const others = views.filter(({ collection, path }) => collection === one.collection && path !== one.path);
    return others.map((other) => promisesOf(one, other));
  }),
  ...views.map(promiseEnd),
].join('');
