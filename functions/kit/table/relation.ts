import type { TableItem } from '../dynamodb/client';
import type { Field, Relation } from '../model/field';
import { countOf, hasChildren, isCount, storedIn, wordOf } from '../model/relation';
import { listsIn } from '../resources.built';
import { Problem } from '../rules/problem';
import type { Collection } from '../yours';
import { type Entity, keyOf } from './item';

type Noun = Lowercase<Collection>;
export type TableRelation = Relation<Noun>;

/** Resource that belongs to others, and those that belong to it. A deletion by force deletes all of them. */
export type Child = { readonly entity: Entity; readonly children: readonly Child[] };

export const nounOfEntity = ({ collection }: Pick<Entity, 'collection'>) => collection.toLowerCase() as Noun;

export const keyIn = (noun: Noun, id: string) => keyOf({ collection: noun.toUpperCase() as Collection }, id);

/** Relation of a child to its parents of one kind. A child can have several. */
export type ChildRelation = { readonly child: Child; readonly relation: TableRelation };

/** Returns the relations of some children to their parents of one kind. */
export const relationsTo = (noun: string, children: readonly Child[]) =>
  children.flatMap((child): ChildRelation[] => {
    const { model, fields = Object.entries<Field>(model) } = child.entity;
    return fields.flatMap(([, { parent }]) =>
      parent?.parent === noun ? [{ child, relation: parent as TableRelation }] : [],
    );
  });

/** Returns the 409 for a parent with children of a kind that only newer code knows, or undefined when it has none. */
export const unknownChildrenProblem = (noun: string, children: readonly Child[], counter: TableItem = {}) => {
  const known = relationsTo(noun, children).map(({ relation }) => countOf(relation));
  if (!Object.keys(counter).some((name) => isCount(name) && counter[name] && !known.includes(name))) return undefined;
  const detail = `The ${wordOf(noun)} has children that this version does not know; delete them first.`;
  return new Problem(409, `${wordOf(noun)}-has-children`, detail);
};

/**
 * Returns the 409 for a parent whose counter still counts children. Links to the newest list of the children that is not newer
 * than the version that was asked.
 */
export const childrenProblem = ({ entity, children }: Child, id: string, counter: TableItem = {}) => {
  const noun = nounOfEntity(entity);
  const relations = relationsTo(noun, children).map(({ relation }) => relation);
  const relation = relations.find((each) => counter[countOf(each)]);
  if (!relation) return unknownChildrenProblem(noun, children, counter);
  const [status, code, detail] = hasChildren(relation);
  const later = listsIn[entity.version ?? 1]?.[storedIn(relation)];
  const link = `<${later ?? `${relation.path}?${relation.attribute}=`}${id}>; rel="related"`;
  return new Problem(status, code, detail, { headers: { link } });
};
