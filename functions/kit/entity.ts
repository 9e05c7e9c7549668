import type { Fields } from './model/field';
import { type StoredField, storedFieldsOf } from './model/models';

/** Number of shards for the items created from `from` on, a time such as `2027-01-01T00:00Z`. A shard is a `pk`. */
export type Generation = { readonly from: string; readonly shards: number };

/** Generations of each collection after the first one. */
export type ShardPlan = Readonly<Record<string, readonly Generation[]>>;

/** Declaration of a resource. */
type Declaration<F extends Fields> = {
  /** Collection in the table, which functions/plan.ts lists: the noun in upper case, such as `ORDER` or `ORDER_ITEM`. */
  readonly collection: string;
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
  /** Fields of the model by name, with their attributes. */
  readonly members: ReadonlyMap<string, StoredField>;
  readonly fields: readonly StoredField[];
};

/**
 * Declares a resource. The attributes of its fields are computed here, once, when the code loads.
 * @example export const orders = entityOf({ collection: 'ORDER', path: '/api/v1/orders', model: Order });
 */
export const entityOf = <const F extends Fields>(declared: Declaration<F>): Entity<F> => {
  const fields = storedFieldsOf(declared.collection, declared.model);
  return { fields, ...declared, members: new Map(fields.map((each) => [each.name, each])) };
};

export const nounOf = ({ collection }: { readonly collection: string }) => collection.toLowerCase();
