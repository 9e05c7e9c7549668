import type { TableItem } from '../dynamodb/client';
import { attributeOf } from '../model/models';
import { IS_PARENT } from '../model/relation';
import type { WithCaller } from '../rules/caller';
import { type CountChange, countChanges, countWrites, deleteCounter, loweredCounts } from './counter';
import { all, conditionExpression, equals } from './expression';
import type { Entity, FieldChange } from './item';
import { type Child, keyIn, nounOfEntity, unknownChildrenProblem } from './relation';
import { uniqueClaims } from './unique';
import type { ExtraWrite } from './write';

/** An item before and after a change. `before` is missing for a creation, `after` for a deletion. */
type Change = { readonly before?: TableItem; readonly after?: TableItem };

/** Returns the changes of the fields on which other items depend. */
const fieldChanges = (
  { collection, model, fields = Object.entries(model) }: Entity,
  id: string,
  { before, after }: Change,
): FieldChange[] =>
  fields
    .filter(([, { unique, parent }]) => unique || parent)
    .map(([name, field]) => {
      const attribute = attributeOf(collection, name, field);
      return { collection, name, field, attribute, id, from: before?.[attribute], to: after?.[attribute] };
    });

/** Returns the writes to the claims and to the counters of parents when an item is created or changes. */
export const dependentWrites = (entity: Entity, id: string, { caller, ...change }: Change & WithCaller) => {
  const changes = fieldChanges(entity, id, change);
  return [...changes.flatMap(uniqueClaims), ...countWrites(changes.flatMap(countChanges), caller)];
};

/** Returns the writes to the claims and to the counters of parents when an item is deleted. */
export const releases = (entity: Entity, id: string, before: TableItem) => {
  const changes = fieldChanges(entity, id, { before });
  return [...changes.flatMap(uniqueClaims), ...loweredCounts(changes.flatMap(countChanges))];
};

/** Deletion of a child: the counts that it changes, and the writes to the child and to what belongs to it. */
export type ChildDeletion = { readonly counts: readonly CountChange[]; readonly writes: readonly ExtraWrite[] };

/**
 * Returns the deletion of a child, if it still has the parents and the unique values that other items depend on, and no
 * children of its own. When the child has changed, the next round sees it again.
 */
export const deletionOf = (child: Child, item: TableItem): ChildDeletion => {
  const { entity, children } = child;
  const [id, noun] = [String(item.sk), nounOfEntity(entity)];
  const changes = fieldChanges(entity, id, { before: item });
  const conditions = changes.map(({ attribute, from }) => equals(attribute, from));
  const condition = all(equals(IS_PARENT, item[IS_PARENT]), ...conditions);
  const Delete = { Key: keyIn(noun, id), ...conditionExpression(condition) };
  const writes: ExtraWrite[] = [
    { write: { Delete } },
    ...changes.flatMap(uniqueClaims).map(({ write }) => ({ write })),
    // The next round deletes children of a known kind, which are new.
    ...(item[IS_PARENT]
      ? [
          {
            ...deleteCounter(child, id),
            problemFor: (found?: TableItem) => unknownChildrenProblem(noun, children, found),
          },
        ]
      : []),
  ];
  return { counts: changes.flatMap(countChanges), writes };
};
