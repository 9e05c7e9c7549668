import { createHash } from 'node:crypto';
import { nounOf } from '../../../functions/kit/entity';
import { isId } from '../../../functions/kit/model/id';
import { countOf, IS_PARENT, TOTAL } from '../../../functions/kit/model/relation';
import { childrenOf, firstVersions, relationsOf } from '../../../functions/kit/resources';
import type { Resource } from '../../../functions/kit/site/openapi/resource';
import { COUNTER, counterKeyOf } from '../../../functions/kit/table/counter';
import { entriesOf, OWNED, sortKeyOf } from '../../../functions/kit/table/keys';
import { resources } from '../../../functions/resources';
import { uniqueFields } from '../../../lib/verify/table/claims';
import type { scan } from './scan';

export type StoredItems = Awaited<ReturnType<typeof scan>>;

/**
 * Returns the collection of an item, whose `sk` is an id. A `pk` such as `ORDER#2027-01-01T00:00Z#7` is a shard of its
 * collection. The `pk` of an idempotency key begins with `KEY#`, as that of a collection can.
 */
const collectionOf = ({ pk, sk }: StoredItems[number]) => (isId(sk) ? pk.split('#', 1).join() : '');

/** Returns the items of a collection. */
export const itemsIn = (items: StoredItems, collection: string) =>
  items.filter((item) => collectionOf(item) === collection);

const digest = (text: string) => createHash('sha256').update(text).digest('base64url');

/** Lists children whose parent does not exist. */
const orphans = (items: StoredItems, relation: ReturnType<typeof relationsOf>[number]): string[] => {
  const { parent, child, stored: attribute } = relation;
  const ids = new Set(itemsIn(items, parent.toUpperCase()).map(({ sk }) => sk));
  return [
    ...itemsIn(items, child.toUpperCase())
      .filter(({ [attribute]: id }) => id && !ids.has(id))
      .map(({ sk, [attribute]: id }) => `${child} ${sk} names ${parent} ${id}, which does not exist`),
  ];
};

/** Lists parents whose counter is missing, has another owner or another number of children, and counters without a parent. */
const brokenCounters = (items: StoredItems, resource: Resource): string[] => {
  const noun = nounOf(resource);
  const counters = new Map(items.filter(({ sk }) => sk === COUNTER).map((item) => [item.pk, item]));
  const parents = itemsIn(items, resource.collection);
  const keys = parents.map(({ sk }) => counterKeyOf(noun, sk).pk);
  const relations = childrenOf(resource);
  const numbers = new Map<string, number>();
  const add = (name: string) => numbers.set(name, (numbers.get(name) ?? 0) + 1);
  for (const relation of relations)
    for (const { [relation.stored]: id } of itemsIn(items, relation.child.toUpperCase()))
      for (const name of [countOf(relation), TOTAL]) add(`${name} ${id}`);
  return [
    ...[...counters.keys()]
      .filter((pk) => pk.startsWith(`${COUNTER}#${resource.collection}#`) && !keys.includes(pk))
      .map((pk) => `the counter ${pk} has no ${noun}`),
    ...parents.flatMap(({ sk, owner, [IS_PARENT]: isParent }) => {
      const counter = counters.get(counterKeyOf(noun, sk).pk);
      if (Boolean(counter) !== Boolean(isParent)) return [`${noun} ${sk} and its counter do not belong together`];
      if (counter && counter.owner !== owner) return [`${noun} ${sk} has a counter of another owner`];
      return [...relations.map(countOf), TOTAL].flatMap((name) => {
        const [stored, real] = [counter?.[name] ?? 0, numbers.get(`${name} ${sk}`) ?? 0];
        return stored === real ? [] : [`${noun} ${sk} has ${name} ${stored} and ${real} children`];
      });
    }),
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

/** Lists items that have not the entries of their values, by which lists sort them and find them by their owners. */
export const brokenEntries = (items: StoredItems): string[] =>
  firstVersions.flatMap(({ collection, fields }) => {
    const names = [OWNED, ...fields.map(({ attribute }) => sortKeyOf(attribute))];
    return itemsIn(items, collection).flatMap((item) => {
      const entries = entriesOf({ collection, fields }, item.sk, item);
      const wrong = names.filter((name) => item[name] !== entries[name]);
      return wrong.length > 0 ? [`${collection} ${item.sk} has not the ${wrong.join(' and ')} of its values`] : [];
    });
  });

/** Lists the violations of the table's invariants. The invariants hold whenever no write is running. */
export const brokenInvariants = (items: StoredItems): string[] => {
  const collections = resources.map(({ collection }) => collection);
  const claims = uniqueFields.map(({ claim }) => claim);
  const isKnown = (item: StoredItems[number]) =>
    collections.includes(collectionOf(item)) || ['KEY', COUNTER, ...claims].includes(item.sk);
  const unknown = items.filter((item) => !isKnown(item)).length;
  return [
    ...(unknown > 0 ? [`${unknown} items have an unknown kind`] : []),
    ...uniqueFields.flatMap((unique) => brokenClaims(items, unique)),
    ...resources.flatMap(relationsOf).flatMap((relation) => orphans(items, relation)),
    ...firstVersions.flatMap((resource) => brokenCounters(items, resource)),
    ...brokenEntries(items),
  ];
};
