import type { Entity } from '../entity';
import type { Fields } from '../model/field';
import { type StoredField, takenValue } from '../model/models';
import { digest } from '../model/text';
import { memberProblem, unavailable } from '../rules/problem';
import { conditionExpression, equals, itemMissing } from './expression';
import { find } from './get';
import { type FieldChange, isHidden, parseItems } from './item';
import { type ItemKey, keyOf } from './keys';
import { type ListRequest, list } from './list';
import { isWithin, narrow } from './query';
import { filtersIn, sourceOf } from './source';
import type { ExtraWrite } from './write';

/** Returns the sort key of the claims of a field. No id of a resource has this form. */
export const claimOf = ({ collection, field, attribute }: StoredField) =>
  field.unique?.claim ?? `UNIQUE#${collection}#${attribute}`;

/**
 * Returns the key of the claim, the item that reserves a value for one resource. The key holds a hash, because a key has at
 * most 2,048 bytes and a value can have more. The hash also keeps personal data out of the keys.
 */
export const claimKeyOf = (unique: StoredField, value: unknown): ItemKey => {
  const [claim, text] = [claimOf(unique), String(value)];
  return { pk: `${claim}#${digest(unique.field.unique?.normalize?.(text) ?? text)}`, sk: claim };
};

/** Tells whether a claim reserves a value. */
export const isClaimOf = (unique: StoredField, value: unknown, { pk }: Pick<ItemKey, 'pk'>) =>
  value !== undefined && claimKeyOf(unique, value).pk === pk;

/** Reserves a value. `ownerId` is no attribute of a resource, so that no index holds a claim. */
const reserve = (unique: StoredField, value: unknown, ownerId: string): ExtraWrite => ({
  write: { Put: { Item: { ...claimKeyOf(unique, value), ownerId }, ...conditionExpression(itemMissing) } },
  problemFor: () => memberProblem(unique.name, 'taken', takenValue(unique)),
});

/** Makes a value free for other resources. Code from before the field was unique writes items without a claim. */
const release = (key: ItemKey, ownerId: string): ExtraWrite => {
  const owned = equals('ownerId', ownerId);
  const condition = { ...owned, text: `${itemMissing.text} OR ${owned.text}` };
  return { write: { Delete: { Key: key, ...conditionExpression(condition) } }, problemFor: () => unavailable() };
};

/** Returns the writes of a change of a unique field. A new resource has no old value, and a deleted one has no new value. */
export const uniqueClaims = (change: FieldChange): ExtraWrite[] => {
  const { field, id, from, to } = change;
  if (!field.unique) return [];
  const claim = claimKeyOf(change, from);
  if (from !== undefined && isClaimOf(change, to, claim)) return [];
  return [...(to === undefined ? [] : [reserve(change, to, id)]), ...(from === undefined ? [] : [release(claim, id)])];
};

/**
 * Lists the resource with a value of a unique field: reads the claim, and the resource that the claim names. Compares the
 * value again, because the resource can change between the two reads. Without such a parameter, lists as `list` does.
 * @example handleList(listProducts, (request) => listUnique(products, request))
 */
export const listUnique = async <F extends Fields>(entity: Entity<F>, request: ListRequest) => {
  const { query, isCounted } = request;
  const unique = filtersIn(entity, query).find(({ field }) => field.unique);
  if (!unique || query.id) return list(entity, request);
  const none = { body: [], total: isCounted ? 0 : undefined };
  const source = sourceOf(entity, request, { unique });
  if (!source) return none;
  const claim = claimKeyOf(unique, query[unique.name]);
  const { ownerId } = (await find(claim)) ?? {};
  const item = typeof ownerId === 'string' ? await find(keyOf(entity, ownerId)) : undefined;
  const isFound = item && !isHidden(entity, request, item) && isClaimOf(unique, item[unique.attribute], claim);
  if (!isFound || source.isShown?.(item) === false) return none;
  const { range, start, sort } = source;
  const [isListed, isBehind] = [range, narrow(range, start)].map((each) => isWithin(each, String(item[sort] ?? '')));
  const found = parseItems(entity, isListed ? [item] : []);
  return { body: isBehind ? found : [], total: isCounted ? found.length : undefined };
};
