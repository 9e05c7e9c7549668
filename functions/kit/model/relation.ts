import type { Field, Fields, Relation } from './field';
import { Id } from './id';

/**
 * Makes the field of a child with the id of its parent.
 * @example customerId: belongsTo({ attribute: 'customerId', parent: 'customer' })
 */
export const belongsTo = <const R extends Relation, const F extends Field = object>(relation: R, field?: F) =>
  ({ ...Id, ...(field as F), parent: relation, stored: relation.stored }) as const;

type Without<End extends string, Name> = Name extends `${infer Start}${End}` ? Start : never;

/** Returns the name by which `expand` adds the parent of a relation: `order` for `orderId`. */
export const expandedName = <A extends string>({ attribute }: { readonly attribute: A }) =>
  attribute.slice(0, -'Id'.length) as Without<'Id', A>;

/**
 * Makes the query parameter that adds the parent to each child.
 * @example OrderQuery = pageQuery(OrderInput, { expand: expandOf(ordersOfCustomer) })
 */
export const expandOf = <const R extends readonly Relation[]>(...relations: R) =>
  ({ oneOf: relations.map(expandedName<R[number]['attribute']>), aliases: ['include', 'embed'] }) as const;

/** Query of DELETE of a parent. `force=true` deletes the children, too. */
export const DeletionQuery = {
  force: { oneOf: ['true', 'false'], default: 'false', parse: (force: string) => force === 'true' },
} satisfies Fields;

export type ProblemParts = readonly [status: number, code: string, detail: string];

/** Returns the last word of a collection's path, which is the plural of the noun. */
export const pluralIn = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** Returns the version in a path: 2 for `/api/v2/orders`, and 1 for a path without a version. */
export const versionIn = (path: string) => Number(/\/v(\d+)\//.exec(path)?.[1] ?? 1);

/** Returns a noun as codes and sentences have it: `order-item` for the collection `ORDER_ITEM`. */
export const wordOf = (noun: string) => noun.toLowerCase().replaceAll('_', '-');

/** Attribute of the items that have a counter. Neither a field nor an index has a name with two underscores. */
export const IS_PARENT = 'is__parent';

/** Attribute of a counter with the number of all children. A child counts once for each relation. */
export const TOTAL = 'children__total';

/** Relation of a resource to its parents of one kind, with the names that follow from the resource. */
export type OwnRelation = Omit<Relation, 'attribute'> & {
  /** Name of the field in a version of the resource. */
  readonly attribute: string;
  readonly stored: string;
  /** Path of the resource. */
  readonly path: string;
};

/** Returns the relation of a field to a parent, with the names that follow from its resource. */
export const relationOf = (
  { path }: { readonly path: string },
  { name, attribute: stored, field: { parent } }: Readonly<Record<'name' | 'attribute', string>> & { field: Field },
): OwnRelation | undefined => parent && { ...parent, attribute: name, stored, path };

/** Attribute of a counter with the number of children that a relation gives to the parent. */
export const countOf = ({ stored }: Pick<OwnRelation, 'stored'>) => `${stored}__count`;

export const isCount = (attribute: string) => attribute.endsWith('__count');

export const unknownParent = ({ attribute, parent }: OwnRelation): ProblemParts => [
  422,
  `unknown-${wordOf(parent)}`,
  `No ${wordOf(parent)} has this ${attribute}.`,
];

/** Returns the path of the first optional object with a required member, of which a PATCH can send too little. */
export const optionalObjectIn = ({ isOptional, fields = {} }: Field): readonly string[] | undefined => {
  const members = Object.entries(fields);
  if (isOptional && members.some(([, member]) => !member.isOptional && member.default === undefined)) return [];
  for (const [name, member] of members) {
    const below = optionalObjectIn(member);
    if (below) return [name, ...below];
  }
  return undefined;
};

/** Returns the 422 for a change of an object that would then lack a member. */
export const incomplete = (name: string, member?: string): ProblemParts => [
  422,
  `${name}-incomplete`,
  member ? `The ${name} would have no ${member}; send it, too.` : `The ${name} would lack a required member.`,
];

export const foreignParent = ({ parent }: OwnRelation) => `Only the owner of the ${wordOf(parent)} may do this.`;

export const deletingParent = ({ parent, path }: OwnRelation): ProblemParts => [
  409,
  `${wordOf(parent)}-closing`,
  `The ${wordOf(parent)} is being deleted and accepts no new ${pluralIn(path)}; repeat the deletion to finish it.`,
];

export const hasChildren = (relation: OwnRelation): ProblemParts => {
  const [parent, children] = [wordOf(relation.parent), pluralIn(relation.path)];
  const detail = `The ${parent} still has ${children}; delete them first, or with the ${parent} by ?force=true.`;
  return [409, `${parent}-has-${children}`, detail];
};

/** Detail of the 503 when a deletion by force could not delete all children. */
export const unfinished = ({ parent, path }: OwnRelation) =>
  `Some ${pluralIn(path)} of the ${wordOf(parent)} are still there; repeat the request to go on.`;
