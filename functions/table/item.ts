import { randomBytes } from 'node:crypto';
import { type Asked, isOwnershipOn, notOwner } from '../http/caller';
import { notFound } from '../http/problem';
import { log } from '../lambda/log';
import type { Field, Fields, ValuesOf } from '../model/field';
import { createdAtOf } from '../model/id';
import { Owner } from '../model/owner';
import { type Collection, partitionOf } from './partition';
import type { ExtraWrite } from './write';

export type ItemKey = { readonly pk: string; readonly sk: string };
export type TableItem = Record<string, unknown>;

export type Kind<F extends Fields = Fields> = {
  readonly collection: Collection;
  /** Model of a response with the resource. */
  readonly model: F;
  /** True if only owners and admins may read the items. Others get the 404 of an item that does not exist. */
  readonly isPrivate?: true;
  /** Attributes of a new item that are no fields. */
  readonly initial?: TableItem;
};

export const keyOf = ({ collection }: Kind, id: string): ItemKey => ({ pk: partitionOf(collection, id), sk: id });

/** Returns a string attribute. Throws when the attribute is missing, because this service writes no such item. */
export const stringOf = (item: TableItem, attribute: string): string => {
  const value = item[attribute];
  if (typeof value !== 'string') throw new Error(`A stored item has no string "${attribute}".`);
  return value;
};

/** Returns the fields that a response shows: those of the model, and the owner on a stage with ownership. */
const shownFields = ({ model }: Kind) => Object.entries<Field>(isOwnershipOn() ? { ...model, owner: Owner } : model);

/** Returns the resource in an item, with the fields in their order. */
const parse = (fields: ReturnType<typeof shownFields>, item: TableItem) => {
  const id = stringOf(item, 'sk');
  const resource: Record<string, unknown> = { id };
  for (const [name, { isOptional }] of fields) {
    if (name === 'createdAt') resource[name] = createdAtOf(id);
    else if (name !== 'id' && (!isOptional || typeof item[name] === 'string')) resource[name] = stringOf(item, name);
  }
  return resource;
};

export const resultOf = <F extends Fields>(kind: Kind<F>, item: TableItem) => ({
  body: parse(shownFields(kind), item) as ValuesOf<F>,
  rev: stringOf(item, 'rev'),
});

/** Attribute of an item that other items depend on, such as the author of a post. */
export type Link = {
  readonly attribute: string;
  /** Returns the writes to other items when the attribute changes. */
  readonly writesFor: (id: string, move: Move) => readonly ExtraWrite[];
};

/** Change of a linked attribute. `undefined` stands for no value and for no item. */
export type Move = Asked & { readonly from: string | undefined; readonly to: string | undefined };

/** Link of a resource that no other item depends on. */
export const unlinked: Link = { attribute: '', writesFor: () => [] };

export const linkedValue = ({ attribute }: Link, item: TableItem) => {
  const value = item[attribute];
  return typeof value === 'string' ? value : undefined;
};

/** Parses the items of a list. Skips and logs a malformed item, so that the list does not fail. */
export const parseItems = <F extends Fields>(kind: Kind<F>, items: readonly TableItem[]): ValuesOf<F>[] => {
  const fields = shownFields(kind);
  return items.flatMap((item) => {
    try {
      return [parse(fields, item) as ValuesOf<F>];
    } catch (error) {
      log({ level: 'error', message: 'skipped a malformed item', sk: item.sk, reason: String(error) });
      return [];
    }
  });
};

/** Tells whether an item is foreign: it has another owner, or none, and the caller is no admin. */
export const isForeign = ({ caller }: Asked, item: TableItem) =>
  caller !== undefined && !caller.isAdmin && item.owner !== caller.id;

/** Throws when an item is foreign: the 403, or the 404 that hides an item of a private kind. */
export const checkOwner = ({ isPrivate }: Kind, asked: Asked, item: TableItem) => {
  if (isForeign(asked, item)) throw isPrivate ? notFound() : notOwner();
};

/**
 * Returns the attributes that are new with each write of an item. `rev` is the ETag, and the condition of the next
 * write. A retried write recognizes its own item by `rev`.
 */
export const stamp = () => ({ rev: randomBytes(12).toString('base64url'), updatedAt: new Date().toISOString() });

/**
 * Returns the time of a write after `updatedAt`: now, or `updatedAt` plus 1 ms when the clock of another function is
 * ahead. `updatedAt` must grow with each write.
 */
export const laterThan = (updatedAt: string) => new Date(Math.max(Date.now(), Date.parse(updatedAt) + 1)).toISOString();
