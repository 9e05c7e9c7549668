import type { Fields } from './field';

/** Relation of the resources of one collection to those of another, such as of the posts to their author. */
export type Belonging<Collection = string> = {
  /** Field of a child with the id of its parent. */
  readonly attribute: `${string}Id`;
  readonly parent: Collection;
  readonly child: Collection;
  /** Path of the children. */
  readonly path: `/${string}`;
  /** Belonging of the grandchildren. A deletion by force stops at a child that has some. */
  readonly below?: Belonging<Collection>;
};

/** Query of DELETE of a parent. `force=true` deletes the children, too. */
export const RemovalQuery = {
  force: { oneOf: ['true', 'false'], default: 'false', parse: (force: string) => force === 'true' },
} satisfies Fields;

type ProblemParts = readonly [status: number, code: string, detail: string];

const nounsOf = ({ parent, child, path }: Belonging) => ({
  parent: parent.toLowerCase(),
  child: child.toLowerCase(),
  children: path.slice(path.lastIndexOf('/') + 1),
});

/** Attribute of a parent with the number of its children. */
export const countOf = (belonging: Belonging) => `${nounsOf(belonging).child}Count`;

export const unknownParent = (belonging: Belonging): ProblemParts => {
  const { parent } = nounsOf(belonging);
  return [422, `unknown-${parent}`, `The ${belonging.attribute} names no ${parent}.`];
};

export const closingParent = (belonging: Belonging): ProblemParts => {
  const { parent, child } = nounsOf(belonging);
  const detail = `The ${parent} is being deleted and takes no ${child}; repeat the deletion to finish it.`;
  return [409, `${parent}-closing`, detail];
};

export const hasChildren = (belonging: Belonging): ProblemParts => {
  const { parent, children } = nounsOf(belonging);
  const detail = `The ${parent} still has ${children}; delete them first, or with the ${parent} by ?force=true.`;
  return [409, `${parent}-has-${children}`, detail];
};

/** Detail of the 503 when a deletion by force could not delete all children. */
export const unfinishedRemoval = (belonging: Belonging) => {
  const { parent, children } = nounsOf(belonging);
  return `Some ${children} of the ${parent} are still there; repeat the request to go on.`;
};
