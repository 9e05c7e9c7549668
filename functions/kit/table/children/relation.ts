import type { TableItem } from '../../dynamodb/client';
import { type Entity, nounOf } from '../../entity';
import { countOf, hasChildren, isCount, type OwnRelation, relationOf, versionIn, wordOf } from '../../model/relation';
import { listsIn } from '../../resources.built';
import { Problem } from '../../rules/problem';

/** Relation of a child to its parents of one kind. A child can have several. */
export type ChildRelation = { readonly entity: Entity; readonly relation: OwnRelation };

/** Returns the relations of some resources to their parents of one kind. */
export const relationsTo = (noun: string, entities: readonly Entity[]) =>
  entities.flatMap((entity) =>
    entity.fields.flatMap((field): ChildRelation[] => {
      const relation = relationOf(entity, field);
      return relation?.parent === noun ? [{ entity, relation }] : [];
    }),
  );

/** Returns the 409 for a parent with children of a kind that only newer code knows, or undefined when it has none. */
export const unknownChildrenProblem = (noun: string, known: readonly ChildRelation[], counter: TableItem = {}) => {
  const counts = known.map(({ relation }) => countOf(relation));
  if (!Object.keys(counter).some((name) => isCount(name) && counter[name] && !counts.includes(name))) return undefined;
  const detail = `The ${wordOf(noun)} has children that this version does not know; delete them first.`;
  return new Problem(409, `${wordOf(noun)}-has-children`, detail);
};

/**
 * Returns the 409 for a parent whose counter still counts children. Links to the newest list of the children whose version is
 * not above that of the request.
 */
export const childrenProblem = (
  entity: Entity,
  known: readonly ChildRelation[],
  id: string,
  counter: TableItem = {},
) => {
  const { relation } = known.find((each) => counter[countOf(each.relation)]) ?? {};
  if (!relation) return unknownChildrenProblem(nounOf(entity), known, counter);
  const [status, code, detail] = hasChildren(relation);
  const later = listsIn[versionIn(entity.path)]?.[relation.stored];
  const link = `<${later ?? `${relation.path}?${relation.attribute}=`}${id}>; rel="related"`;
  return new Problem(status, code, detail, { headers: { link } });
};
