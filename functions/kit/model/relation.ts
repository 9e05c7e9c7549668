import type { Field, Fields, Relation } from './field';
import { Id } from './id';

/** Returns the attribute of a child that holds the id of its parent. An index of the attribute holds one kind of children. */
export const storedIn = ({ stored, child, attribute }: Relation) => stored ?? `${child}_${attribute}`;

/**
 * Makes the field of a child with the id of its parent.
 * @example customerId: belongsTo(orderRelation)
 */
export const belongsTo = <const R extends Relation, const F extends Field = object>(relation: R, field?: F) =>
  ({ ...Id, ...(field as F), parent: relation, stored: storedIn(relation) }) as const;

type Without<End extends string, Name> = Name extends `${infer Start}${End}` ? Start : never;

/** Returns the name by which `expand` adds the parent of a relation: `order` for `orderId`. */
export const expandedName = <A extends string>({ attribute }: { readonly attribute: A }) =>
  attribute.slice(0, -'Id'.length) as Without<'Id', A>;

/** Makes the query parameter that adds the parent to each child. */
export const expandOf = <const R extends readonly Relation[]>(...relations: R) =>
  ({ oneOf: relations.map(expandedName<R[number]['attribute']>), aliases: ['include', 'embed'] }) as const;

/** Query of DELETE of a parent. `force=true` deletes the children, too. */
export const DeletionQuery = {
  force: { oneOf: ['true', 'false'], default: 'false', parse: (force: string) => force === 'true' },
} satisfies Fields;

export type ProblemParts = readonly [status: number, code: string, detail: string];

/** Returns the last word of a collection's path, which is the plural of the noun. */
export const pluralIn = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** Returns a noun as codes and sentences have it: `order-item` for the collection `ORDER_ITEM`. */
export const wordOf = (noun: string) => noun.toLowerCase().replaceAll('_', '-');

/** Attribute of the items that have a counter. Neither a field nor an index has a name with two underscores. */
export const IS_PARENT = 'is__parent';

/** Attribute of a counter with the number of all children. A child counts once for each relation. */
export const TOTAL = 'children__total';

/** Attribute of a counter with the number of children that a relation gives to the parent. */
export const countOf = (relation: Relation) => `${storedIn(relation)}__count`;

export const isCount = (attribute: string) => attribute.endsWith('__count');

export const unknownParent = ({ attribute, parent }: Relation): ProblemParts => [
  422,
  `unknown-${wordOf(parent)}`,
  `No ${wordOf(parent)} has this ${attribute}.`,
];

export const foreignParent = ({ parent }: Relation) => `Only the owner of the ${wordOf(parent)} may do this.`;

export const deletingParent = ({ parent, path }: Relation): ProblemParts => [
  409,
  `${wordOf(parent)}-closing`,
  `The ${wordOf(parent)} is being deleted and accepts no new ${pluralIn(path)}; repeat the deletion to finish it.`,
];

export const hasChildren = (relation: Relation): ProblemParts => {
  const [parent, children] = [wordOf(relation.parent), pluralIn(relation.path)];
  const detail = `The ${parent} still has ${children}; delete them first, or with the ${parent} by ?force=true.`;
  return [409, `${parent}-has-${children}`, detail];
};

/** Detail of the 503 when a deletion by force could not delete all children. */
export const unfinished = (relation: Relation) =>
  `Some ${pluralIn(relation.path)} of the ${wordOf(relation.parent)} are still there; repeat the request to go on.`;
