import type { Fields } from './model/field';
import { type StoredField, storedFieldsOf } from './model/models';
import type { Collection } from './yours';

/** Declaration of a resource. */
type Declaration<F extends Fields> = {
  /** Collection in the table, which functions/plan.ts lists: the noun in upper case, such as `ORDER` or `ORDER_ITEM`. */
  readonly collection: Collection;
  /** Path of the collection. Its last segment is the plural of the noun. */
  readonly path: `/${string}`;
  /** Model of a response with the resource. */
  readonly model: F;
  /** True if only owners and admins may read the items. Others get the 404 of an item that does not exist. */
  readonly isPrivate?: true;
  /** Fields of the items in all versions, which `fieldsOfAll` makes. Without it, the fields of the model. */
  readonly fields?: readonly StoredField[];
};

/** A resource, as the table knows it. */
export type Entity<F extends Fields = Fields> = Declaration<F> & {
  /** Fields of the model with their attributes. */
  readonly members: readonly StoredField[];
  readonly fields: readonly StoredField[];
};

/**
 * Declares a resource. The attributes of its fields are computed here, once, when the code loads.
 * @example export const orders = entityOf({ collection: 'ORDER', path: '/api/v1/orders', model: Order });
 */
export const entityOf = <const F extends Fields>(declared: Declaration<F>): Entity<F> => {
  const members = storedFieldsOf(declared.collection, declared.model);
  return { fields: members, ...declared, members };
};

export const nounOfEntity = ({ collection }: Pick<Entity, 'collection'>) => collection.toLowerCase();
