import type { TableItem } from '../dynamodb/client';
import type { Entity } from '../entity';
import { shownIn } from '../model/check';
import type { StoredField } from '../model/models';
import { isFilter, type Page, type Position, SORTING } from '../model/page';
import { SEPARATOR } from '../model/sorted';
import type { SortRequest } from '../model/sorting';
import type { WithCaller } from '../rules/conditions';
import { counterKeyOf } from './counter';
import { findMany } from './get';
import { seesOwnOnly } from './item';
import { type KeyRange, OWNED, ownedIn, shardsOf, sortKeyOf } from './keys';
import { isLess, isWithin, type Partition, partitionOf, rangeOf } from './query';

/** Query of a list, which can have values of the fields by which the list finds, sorts or leaves out resources. */
export type ListQuery = Page & {
  readonly id?: readonly string[];
  readonly owner?: string;
  readonly [SORTING]?: SortRequest;
  readonly [name: string]: unknown;
};

type IsShown = (item: TableItem) => boolean;

/** Part of the table, or of an index, in which a list finds its items, in their order. */
export type Source = {
  /** Returns the partitions that can have items of a range, in groups. A group is read when the one before has no more items. */
  readonly groupsIn: (range: KeyRange) => readonly (readonly Partition[])[];
  /** Keys of all items of the list. */
  readonly range: KeyRange;
  /** Key after which the page begins. */
  readonly start?: string;
  /** Tells whether the list shows an item that is found. Without it, the list shows each. */
  readonly isShown?: IsShown;
  /** Tells whether the caller may not know of an item that is found. A Link would tell its id and value. */
  readonly isForeign: (item: TableItem) => boolean;
  /** Attribute of the items with their keys. */
  readonly sort: string;
};

/** Returns the place behind a key, which is an id, or the key of a value and an id. */
export const placeBehind = (key: string): Position => {
  const [id = '', value] = key.split(SEPARATOR).reverse();
  return { after: id, afterValue: value === undefined ? undefined : `${value}.` };
};

/** Returns the fields by whose values a query finds resources. */
export const filtersIn = (entity: Entity, query: ListQuery) =>
  [...entity.members.values()].filter(({ name, field }) => isFilter(field) && query[name] !== undefined);

/** Returns the tests that an item of the list passes: those of all parameters but the one by which it was found. */
const testsOf = (entity: Entity, query: ListQuery, finder: StoredField | undefined) => {
  const { owner, [SORTING]: sorting } = query;
  const tests: IsShown[] = owner ? [(item) => item.owner === owner] : [];
  for (const each of entity.members.values()) {
    const { name, field } = each;
    const asked = each !== finder && isFilter(field) ? query[name] : undefined;
    const formOf = field.unique?.normalize ?? String;
    if (asked !== undefined)
      tests.push((item) => {
        const shown = shownIn(each, item);
        return shown !== undefined && formOf(String(shown)) === formOf(String(asked));
      });
    const isInLimit = sorting?.limits[name];
    if (isInLimit) tests.push((item) => isInLimit(shownIn(each, item)));
  }
  return tests;
};

type SourceRequest = WithCaller & { readonly query: ListQuery };

/**
 * Returns the fields by which a list finds resources, beside the owner. In a list of one's own these are parents of the caller,
 * whose children are the caller's, but for a few.
 */
export const findersIn = async (entity: Entity, request: SourceRequest) => {
  const { query, caller } = request;
  const filters = filtersIn(entity, query);
  if (!seesOwnOnly(entity, request)) return filters;
  const filter = filters.find(({ field: { parent } }) => parent && !parent.isParentShared);
  const { parent = '' } = filter?.field.parent ?? {};
  if (!filter) return [];
  // The counter of a parent has its owner, and is small. Each list may read several items by key.
  const { found } = await findMany([counterKeyOf(parent, String(query[filter.name]))], { maxBytes: 4096 });
  const [counter] = found.values();
  return counter?.owner === caller?.id ? [filter] : [];
};

/**
 * Returns where a list finds its items, or undefined if it has none. One parameter finds, and the others leave items out: the
 * order with the field within which it is declared, a parent, an owner, an indexed field. In a list of one's own, the owner
 * finds, or a parent of the caller. `unique` is the field by which the caller of this function finds the one resource itself.
 */
export const sourceOf = (
  entity: Entity,
  { query: asked, caller }: SourceRequest,
  { finders = [], unique }: { readonly finders?: readonly StoredField[]; readonly unique?: StoredField },
): Source | undefined => {
  const isOwn = seesOwnOnly(entity, { caller });
  const owner = isOwn ? caller?.id : asked.owner;
  if (isOwn && (!owner || (asked.owner ?? owner) !== owner)) return undefined;
  const query: ListQuery = { ...asked, owner };
  const { order, after, [SORTING]: sorting } = query;
  const sorted = entity.members.get(sorting?.name ?? '');
  const rule = sorted?.field.sorted;
  const finder = rule
    ? finders.find(({ name }) => rule.within.includes(name))
    : (finders.find(({ field }) => field.parent) ??
      (owner === undefined ? finders.find(({ field }) => field.isIndexed) : undefined));
  const sort = sorted ? sortKeyOf(sorted.attribute) : 'sk';
  const ids = rangeOf({ ...query, after: undefined });
  const groupsIn = (range: KeyRange): Partition[][] => {
    if (isLess(range.high, range.low) || ids.low > ids.high) return [];
    if (finder) return [[partitionOf(finder.attribute, query[finder.name], sort)]];
    if (owner !== undefined && (entity.isPrivate || !rule))
      return [[partitionOf(OWNED, ownedIn(entity.collection, owner), sort)]];
    const shards = shardsOf(entity.collection, rule ? ids : range);
    const generations = shards.map((pks) => pks.map((pk) => partitionOf('pk', pk, sort)));
    // The order by a value mixes the items of all generations.
    return rule ? [generations.flat()] : generations;
  };
  const tests = testsOf(entity, query, unique ?? finder);
  if (sorted && rule)
    tests.push(
      (item) => item[sort] === rule.keyOf(item[sorted.attribute], String(item.sk)),
      (item) => isWithin(ids, String(item.sk)),
    );
  return {
    groupsIn,
    range: sorting ? { order, ...sorting.range } : ids,
    start: sorting ? sorting.start : after,
    isForeign: (item) => Boolean(isOwn) && item.owner !== owner,
    isShown: tests.length > 0 ? (item) => tests.every((isPassed) => isPassed(item)) : undefined,
    sort,
  };
};
