import { randomBytes } from 'node:crypto';
import type { TableItem } from '../dynamodb/client';
import type { Entity } from '../entity';
import { isOwnershipOn } from '../environment';
import { log } from '../invocation';
import { type Path, readValues, rounded, shownIn } from '../model/check';
import type { Field, Fields } from '../model/field';
import { createdAtMsOf, createdAtOf } from '../model/id';
import type { StoredField } from '../model/models';
import type { OwnRelation } from '../model/relation';
import { Owner } from '../model/text';
import type { ValuesOf } from '../model/values';
import { chainMark } from '../rules/chain';
import { mustOwn, notOwner, READ_ONLY, type WithCaller } from '../rules/conditions';
import { notFound } from '../rules/problem';

/** Change of a field of an item. `undefined` stands for no value and for no item. */
export type FieldChange = StoredField & {
  readonly relation: OwnRelation | undefined;
  readonly id: string;
  readonly from: unknown;
  readonly to: unknown;
};

/** Replaces the names of fields by their attributes. */
export const byAttribute = <V>({ members }: Entity, values: Readonly<Record<string, V>>): Record<string, V> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [members.get(name)?.attribute ?? name, value]));

/**
 * Returns the values that a handler sets, in the form in which the service stores them, without the id and the times. Throws for a
 * value that the field does not allow, because the service would show it.
 */
export const checkSet = ({ members, path }: Pick<Entity, 'members' | 'path'>, set: object = {}): TableItem =>
  Object.fromEntries(
    Object.entries(set).flatMap(([name, value]) => {
      if (READ_ONLY.includes(name)) return [];
      const field: Field | undefined = name === 'owner' ? Owner : members.get(name)?.field;
      const refuse = (error: string, inside: Path = []) => {
        throw new Error(`A handler sets ${[name, ...inside].join('/')} of ${path}, which ${error}.`);
      };
      if (!field) return refuse('is no field');
      const given = { [name]: rounded(field, value) };
      const read = readValues({ [name]: field }, given, (_, [, error], inside) => refuse(error, inside));
      return [[name, read[name]]];
    }),
  );

/** Returns a string attribute. Throws when the attribute is missing, because this service writes no such item. */
export const stringOf = (item: TableItem, attribute: string): string => {
  const value = item[attribute];
  if (typeof value !== 'string') throw new Error(`A stored item has no string "${attribute}".`);
  return value;
};

/**
 * Returns the resource in an item, with the fields in their order, and the owner on a stage with ownership. A field that
 * the item lacks has its default, or is left out if it is optional, because the item may be older than the field. Throws
 * when the item lacks another field.
 */
const parse = <F extends Fields>({ model, members }: Pick<Entity<F>, 'model' | 'members'>, item: TableItem) => {
  const id = stringOf(item, 'sk');
  const resource: Record<string, unknown> = {};
  const values: TableItem = { ...item, id, createdAt: createdAtOf(id) };
  for (const member of members.values()) {
    const { name, field } = member;
    // An entity that is spread with a smaller model shows no more than that.
    if (!(name in model)) continue;
    const value = shownIn(member, values);
    if (value !== undefined) resource[name] = value;
    else if (!field.isOptional) throw new Error(`A stored item has no valid "${name}".`);
  }
  if (isOwnershipOn() && typeof item.owner === 'string') resource.owner = item.owner;
  return resource as ValuesOf<F>;
};

export const resultOf = <F extends Fields>(entity: Entity<F>, item: TableItem) => ({
  body: parse(entity, item),
  rev: stringOf(item, 'rev'),
});

/** Returns the result of a write. It has no body when the item cannot be shown, because the write has been applied. */
export const writeResultOf = <F extends Fields>(entity: Entity<F>, item: TableItem) => ({
  body: parseItems(entity, [item])[0],
  rev: stringOf(item, 'rev'),
});

/** Parses the items of a list. Skips and logs a malformed item, so that the list does not fail. */
export const parseItems = <F extends Fields>(
  entity: Pick<Entity<F>, 'model' | 'members'>,
  items: readonly TableItem[],
): ValuesOf<F>[] =>
  items.flatMap((item) => {
    try {
      return [parse(entity, item)];
    } catch (error) {
      log({ level: 'ERROR', message: 'skipped a malformed item', sk: item.sk, reason: String(error) });
      return [];
    }
  });

/** Tells whether an item is foreign: it has another owner, or none, and the caller is no admin. */
export const isForeign = ({ caller }: WithCaller, item: TableItem) => mustOwn(caller) && item.owner !== caller?.id;

/** Tells whether a request sees its caller's own items only. Without a caller, as on a public route, it sees none. */
export const seesOwnOnly = ({ isPrivate }: Entity, { caller }: WithCaller) =>
  isPrivate && (caller?.id ? mustOwn(caller) : isOwnershipOn());

export const isHidden = (entity: Entity, request: WithCaller, item: TableItem) =>
  seesOwnOnly(entity, request) && (!request.caller?.id || isForeign(request, item));

/** Returns an item that the request may change. Throws the 404 when it is missing or hidden, or the 403 when it is foreign. */
export const ownItem = (entity: Entity, request: WithCaller, item: TableItem | undefined) => {
  if (!item || isHidden(entity, request, item)) throw notFound(request.notFoundDetail);
  if (isForeign(request, item)) throw notOwner();
  return item;
};

/**
 * Returns the attributes that are new with each write of an item. `rev` is the ETag, and the condition of the next
 * write. A retried write recognizes its own item by `rev`. `updatedAt` is never before the time of an id that is ahead.
 */
export const newRevision = (id: string) => ({
  rev: randomBytes(12).toString('base64url') + chainMark(),
  updatedAt: new Date(Math.max(Date.now(), createdAtMsOf(id))).toISOString(),
});
