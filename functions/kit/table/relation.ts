import type { Collection } from '../../plan';
import type { TableItem } from '../dynamodb/client';
import { Problem } from '../http/problem';
import { listsIn } from '../lists.built';
import type { Field, Relation } from '../model/field';
import { countOf, hasChildren, isCount, storedIn, wordOf } from '../model/relation';
import { type Entity, keyOf } from './item';

type Noun = Lowercase<Collection>;
export type TableRelation = Relation<Noun>;

/** Resources that belong to others, and those that belong to them. A deletion by force deletes all of them. */
export type Child = { readonly entity: Entity; readonly children: readonly Child[] };

export const nounOfEntity = ({ collection }: Pick<Entity, 'collection'>) => collection.toLowerCase() as Noun;

export const keyIn = (noun: Noun, id: string) => keyOf({ collection: noun.toUpperCase() as Collection }, id);

/** Returns the relations of some children to their parents of one kind, each with its child. */
export const relationsTo = (noun: string, children: readonly Child[]) =>
  children.flatMap((child) => {
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
export const childrenProblem = (entity: Entity, children: readonly Child[], counter: TableItem = {}) => {
  const relations = relationsTo(nounOfEntity(entity), children).map(({ relation }) => relation);
  const relation = relations.find((each) => counter[countOf(each)]);
  if (!relation) return unknownChildrenProblem(nounOfEntity(entity), children, counter);
  const [status, code, detail] = hasChildren(relation);
  const later = listsIn[entity.version ?? 1]?.[storedIn(relation)];
  const id = String(counter.pk).slice(-36);
  const link = `<${later ?? `${relation.path}?${relation.attribute}=`}${id}>; rel="related"`;
  return new Problem(status, code, detail, { headers: { link } });
};
