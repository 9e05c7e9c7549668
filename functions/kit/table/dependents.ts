import type { TableItem } from '../dynamodb/client';
import { type Entity, nounOf } from '../entity';
import { IS_PARENT, relationOf } from '../model/relation';
import type { AlsoWrite, ItemChange, Transaction } from './also/also-write';
import { countWrites } from './children/count-writes';
import { type ChildRelation, unknownChildrenProblem } from './children/relation';
import { type CountChange, countChanges, deleteCounter, loweredCounts } from './counter';
import { all, conditionExpression, equals } from './expression';
import type { FieldChange } from './item';
import { keyOf } from './keys';
import { uniqueClaims } from './unique';
import { type ExtraWrite, write } from './write';

/** Lists the unique fields and the parents of an item, each with its value before and after the change. */
export const fieldChanges = ({ entity, id, before, after }: ItemChange) =>
  entity.fields
    .filter(({ field }) => field.unique || field.parent)
    .map(
      (each): FieldChange => ({
        ...each,
        relation: relationOf(entity, each),
        id,
        from: before?.[each.attribute],
        to: after?.[each.attribute],
      }),
    );

/** Returns the changes of counts that follow from the change of an item. */
export const countsOf = (change: ItemChange) => fieldChanges(change).flatMap(countChanges);

/**
 * Sends the write of a changed item, and of the claims and the counters of parents that follow from it. Writes of further
 * resources bring the code that sends all together.
 */
export const writeAll = (transaction: Transaction, also: readonly AlsoWrite[] = []) => {
  if (also[0]) return also[0].writeTogether(transaction, also);
  const { main, others, caller } = transaction;
  const changes = fieldChanges(transaction);
  return write(main, [
    ...others,
    ...changes.flatMap(uniqueClaims),
    ...countWrites(changes.flatMap(countChanges), caller),
  ]);
};

/** Returns the writes to the claims and to the counters of parents when an item is deleted. */
export const releases = (deletion: ItemChange) => {
  const changes = fieldChanges(deletion);
  return [...changes.flatMap(uniqueClaims), ...loweredCounts(changes.flatMap(countChanges))];
};

/** Deletion of a child: the counts that it changes, and the writes to the child and to what belongs to it. */
export type ChildDeletion = { readonly counts: readonly CountChange[]; readonly writes: readonly ExtraWrite[] };

/**
 * Returns the deletion of a child, if it still has the parents and the unique values that other items depend on, and no
 * children of its own. When the child has changed, the next round sees it again.
 */
export const deletionOf = (entity: Entity, known: readonly ChildRelation[], item: TableItem): ChildDeletion => {
  const id = String(item.sk);
  const changes = fieldChanges({ entity, id, before: item });
  const conditions = changes.map(({ attribute, from }) => equals(attribute, from));
  const condition = all(equals(IS_PARENT, item[IS_PARENT]), ...conditions);
  const Delete = { Key: keyOf(entity, id), ...conditionExpression(condition) };
  const writes: ExtraWrite[] = [
    { write: { Delete } },
    ...changes.flatMap(uniqueClaims).map((claim) => ({ write: claim.write })),
    // The next round deletes children of a known kind, which are new.
    ...(item[IS_PARENT]
      ? [
          {
            ...deleteCounter(entity, known, id),
            problemFor: (found?: TableItem) => unknownChildrenProblem(nounOf(entity), known, found),
          },
        ]
      : []),
  ];
  return { counts: changes.flatMap(countChanges), writes };
};
