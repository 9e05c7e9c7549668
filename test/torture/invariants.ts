import { createHash } from 'node:crypto';
import type { Relation } from '../../functions/kit/model/field';
import { isId } from '../../functions/kit/model/id';
import { countOf, pluralIn, storedIn } from '../../functions/kit/model/relation';
import { relationsOf, resources } from '../../functions/resources';
import { uniqueFields } from '../../lib/verify/table/claims';
import type { scan } from './scan';

export type StoredItems = Awaited<ReturnType<typeof scan>>;

/**
 * Returns the collection of an item, whose `sk` is an id. A `pk` such as `ORDER#2027-01-01T00:00Z#7` is a shard of its
 * collection. The `pk` of an idempotency key begins with `KEY#`, as that of a collection can.
 */
const collectionOf = ({ pk, sk }: StoredItems[number]) => (isId(sk) ? pk.split('#', 1).join() : '');

const itemsIn = (items: StoredItems, collection: string) => items.filter((item) => collectionOf(item) === collection);

const digest = (text: string) => createHash('sha256').update(text).digest('base64url');

/** Lists parents whose number of children is wrong, and children whose parent does not exist. */
const brokenBelonging = (items: StoredItems, relation: Relation): string[] => {
  const { parent, child, path } = relation;
  const [attribute, count] = [storedIn(relation), countOf(relation)];
  const parents = itemsIn(items, parent.toUpperCase());
  const children = itemsIn(items, child.toUpperCase());
  const ids = new Set(parents.map(({ sk }) => sk));
  const counts = new Map<unknown, number>();
  for (const { [attribute]: id } of children) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [
    ...parents
      .filter(({ sk, [count]: stored = 0 }) => stored !== (counts.get(sk) ?? 0))
      .map(({ sk, [count]: stored }) => {
        return `${parent} ${sk} has ${count} ${stored} and ${counts.get(sk) ?? 0} ${pluralIn(path)}`;
      }),
    ...children
      .filter(({ [attribute]: id }) => id && !ids.has(id))
      .map(({ sk, [attribute]: id }) => `${child} ${sk} names ${parent} ${id}, which does not exist`),
  ];
};

/** Lists resources whose unique value has no claim, and fields with more claims than values. */
const brokenClaims = (items: StoredItems, unique: (typeof uniqueFields)[number]): string[] => {
  const { collection, noun, attribute, claim, field } = unique;
  const { normalize = String } = field.unique ?? {};
  const owners = new Map(items.filter(({ sk }) => sk === claim).map(({ pk, ownerId }) => [pk, ownerId]));
  const holders = itemsIn(items, collection).filter((item) => !field.isOptional || item[attribute] !== undefined);
  const ownerOf = (item: StoredItems[number]) => owners.get(`${claim}#${digest(normalize(String(item[attribute])))}`);
  const isExcess = owners.size > holders.length;
  return [
    ...(isExcess ? [`${owners.size} claims of ${attribute} are there for ${holders.length} items of ${noun}`] : []),
    ...holders
      .filter((item) => ownerOf(item) !== item.sk)
      .map(({ sk }) => `${noun} ${sk} has no claim of ${attribute}`),
  ];
};

/** Lists the violations of the table's invariants. The invariants hold whenever no write is running. */
export const brokenInvariants = (items: StoredItems): string[] => {
  const collections = resources.map(({ collection }) => collection);
  const claims = uniqueFields.map(({ claim }) => claim);
  const isKnown = (item: StoredItems[number]) =>
    collections.includes(collectionOf(item)) || ['KEY', ...claims].includes(item.sk);
  const unknown = items.filter((item) => !isKnown(item)).length;
  return [
    ...(unknown > 0 ? [`${unknown} items have an unknown kind`] : []),
    ...uniqueFields.flatMap((unique) => brokenClaims(items, unique)),
    ...resources.flatMap(relationsOf).flatMap((relation) => brokenBelonging(items, relation)),
  ];
};
