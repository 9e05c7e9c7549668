import type { Collection } from '../../plan';
import type { TableItem } from '../dynamodb/client';
import { memberProblem, unavailable } from '../http/problem';
import type { Field, Fields, Relation } from '../model/field';
import { attributeOf, takenValue } from '../model/models';
import { digest } from '../model/text';
import { conditionExpression, equals, itemMissing } from './expression';
import { find } from './get';
import { type Dependents, type Entity, isHidden, keyOf, parseItems } from './item';
import { type ListRequest, list } from './list';
import { isWithin, rangeOf } from './query';
import type { ItemKey } from './shards';
import type { ExtraWrite } from './write';

/** Unique field of a collection. */
type UniqueField = { readonly collection: string; readonly name: string; readonly field: Field };

/** Returns the form in which two values of a unique field are compared. */
const normalFormOf = ({ unique }: Field, value: unknown) => unique?.normalize?.(String(value)) ?? String(value);

export const isSameValue = (field: Field, value: unknown, other: unknown) =>
  value !== undefined && other !== undefined && normalFormOf(field, value) === normalFormOf(field, other);

/** Returns the sort key of the claims of a field. No id of a resource has this form. */
export const claimOf = ({ collection, name, field }: UniqueField) =>
  field.unique?.claim ?? `UNIQUE#${collection}#${name}`;

/**
 * Returns the key of the claim, the item that reserves a value for one resource. The key holds a hash, because a key has at
 * most 2,048 bytes and a value can have more. The hash also keeps personal data out of the keys.
 */
export const claimKeyOf = (unique: UniqueField, value: unknown): ItemKey => {
  const claim = claimOf(unique);
  return { pk: `${claim}#${digest(normalFormOf(unique.field, value))}`, sk: claim };
};

/** Reserves a value. `ownerId` is no attribute of a resource, so that no index holds a claim. */
const reserve = (unique: UniqueField, value: unknown, ownerId: string): ExtraWrite => ({
  write: { Put: { Item: { ...claimKeyOf(unique, value), ownerId }, ...conditionExpression(itemMissing) } },
  problemFor: () => memberProblem(unique.name, takenValue(unique.collection, unique.name, unique.field)),
});

/** Makes a value free for other resources. Code from before the field was unique writes items without a claim. */
const release = (key: ItemKey, ownerId: string): ExtraWrite => {
  const owned = equals('ownerId', ownerId);
  const condition = { ...owned, text: `${itemMissing.text} OR ${owned.text}` };
  return { write: { Delete: { Key: key, ...conditionExpression(condition) } }, problemFor: () => unavailable() };
};

/** Returns the writes of a change of a unique field. A new resource has no old value, and a deleted one has no new value. */
export const uniqueClaims: Dependents = (unique, { id, from, to }) => {
  if (!unique.field.unique || isSameValue(unique.field, from, to)) return [];
  return [
    ...(to === undefined ? [] : [reserve(unique, to, id)]),
    ...(from === undefined ? [] : [release(claimKeyOf(unique, from), id)]),
  ];
};

/** Returns the writes that make the values of a child free. When the child has changed, the caller lists the children again. */
export const releaseValues = ({ child, unique = {} }: Relation, item: TableItem): ExtraWrite[] =>
  Object.entries(unique).flatMap(([name, field]) => {
    const collection = child.toUpperCase() as Collection;
    const attribute = attributeOf(collection, name, field);
    const change = { id: String(item.sk), from: item[attribute], to: undefined, caller: undefined };
    const writes = uniqueClaims({ collection, attribute, name, field }, change);
    return writes.map(({ write }) => ({ write, problemFor: () => undefined }));
  });

/**
 * Lists the resource with a value of a unique field: reads the claim, and the resource that the claim names. Compares the
 * value again, because the resource can change between the two reads. Without such a parameter, lists as `list` does.
 * @example handleList(listProducts, (request) => listUnique(products, request))
 */
export const listUnique = async <F extends Fields>(entity: Entity<F>, request: ListRequest) => {
  const { collection, model } = entity;
  const { query, isCounted } = request;
  const asked = Object.entries<Field>(model).find(([name, { unique }]) => unique && query[name] !== undefined);
  if (!asked) return list(entity, request);
  const [name, field] = asked;
  const { ownerId } = (await find(claimKeyOf({ collection, name, field }, query[name]))) ?? {};
  const item = typeof ownerId === 'string' ? await find(keyOf(entity, ownerId)) : undefined;
  const isShown =
    item &&
    !isHidden(entity, request, item) &&
    isSameValue(field, item[attributeOf(collection, name, field)], query[name]) &&
    isWithin(rangeOf({ ...query, after: undefined }), String(ownerId));
  const found = parseItems(entity, isShown ? [item] : []);
  const body = isWithin(rangeOf(query), String(ownerId)) ? found : [];
  return { body, next: undefined, total: isCounted ? found.length : undefined };
};
