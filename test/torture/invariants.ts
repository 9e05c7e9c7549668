import { createHash } from 'node:crypto';
import { nounOf, type Resource } from '../../functions/kit/http/resource';
import type { Relation } from '../../functions/kit/model/field';
import { attributeOf } from '../../functions/kit/model/models';
import { countOf, pluralIn, storedIn } from '../../functions/kit/model/relation';
import { relationsOf, resources } from '../../functions/resources';
import type { scan } from './scan';

export type StoredItems = Awaited<ReturnType<typeof scan>>;

/** Returns the collection of an item. A `pk` such as `ORDER#2027-01-01T00:00Z#7` is a shard of its collection. */
const collectionOf = ({ pk }: StoredItems[number]) => pk.split('#', 1).join();

const digest = (text: string) => createHash('sha256').update(text).digest('base64url');

/** Lists parents whose number of children is wrong, and children whose parent does not exist. */
const brokenBelonging = (items: StoredItems, resource: Resource, relation: Relation): string[] => {
  const { collection, path } = resource;
  const [attribute, { parent }] = [storedIn(relation), relation];
  const [noun, plural, count] = [nounOf(resource), pluralIn(path), countOf(relation)];
  const parents = items.filter((item) => collectionOf(item) === parent.toUpperCase());
  const children = items.filter((item) => collectionOf(item) === collection);
  const ids = new Set(parents.map(({ sk }) => sk));
  const counts = new Map<unknown, number>();
  for (const { [attribute]: id } of children) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [
    ...parents
      .filter(({ sk, [count]: stored = 0 }) => stored !== (counts.get(sk) ?? 0))
      .map(({ sk, [count]: stored }) => `${parent} ${sk} has ${count} ${stored} and ${counts.get(sk) ?? 0} ${plural}`),
    ...children
      .filter(({ [attribute]: id }) => id && !ids.has(id))
      .map(({ sk, [attribute]: id }) => `${noun} ${sk} names ${parent} ${id}, which does not exist`),
  ];
};

const uniqueFieldsOf = ({ collection, input }: Resource) =>
  Object.entries(input).flatMap(([name, field]) => {
    const attribute = attributeOf(collection, name, field);
    const { claim = `UNIQUE#${collection}#${attribute}`, normalize = String } = field.unique ?? {};
    const isNeeded = !field.isOptional;
    return field.unique ? [{ attribute, claim, normalize, isNeeded }] : [];
  });

/** Lists resources whose unique value has no claim, and fields with more claims than values. */
const brokenClaims = (items: StoredItems, resource: Resource): string[] =>
  uniqueFieldsOf(resource).flatMap(({ attribute, claim, normalize, isNeeded }) => {
    const owners = new Map(items.filter(({ sk }) => sk === claim).map(({ pk, ownerId }) => [pk, ownerId]));
    const holders = items
      .filter((item) => collectionOf(item) === resource.collection)
      .filter((item) => isNeeded || item[attribute] !== undefined);
    const ownerOf = (item: StoredItems[number]) => owners.get(`${claim}#${digest(normalize(String(item[attribute])))}`);
    const [noun, plural] = [nounOf(resource), pluralIn(resource.path)];
    return [
      ...(owners.size > holders.length
        ? [`${holders.length} ${plural} have ${owners.size} claims of ${attribute}`]
        : []),
      ...holders
        .filter((item) => ownerOf(item) !== item.sk)
        .map(({ sk }) => `${noun} ${sk} has no claim of ${attribute}`),
    ];
  });

/** Lists the violations of the table's invariants. The invariants hold whenever no write is running. */
export const brokenInvariants = (items: StoredItems): string[] => {
  const collections = resources.map(({ collection }) => collection);
  const claims = resources.flatMap(uniqueFieldsOf).map(({ claim }) => claim);
  const isKnown = (item: StoredItems[number]) =>
    collections.includes(collectionOf(item)) || ['KEY', ...claims].includes(item.sk);
  const unknown = items.filter((item) => !isKnown(item)).length;
  return [
    ...(unknown > 0 ? [`${unknown} items have an unknown kind`] : []),
    ...resources.flatMap((resource) => brokenClaims(items, resource)),
    ...resources.flatMap((resource) => relationsOf(resource).flatMap((each) => brokenBelonging(items, resource, each))),
  ];
};
