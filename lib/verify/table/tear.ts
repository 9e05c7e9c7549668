import type { TableItem } from '../../../functions/kit/dynamodb/client';
import { conditionExpression, equals, itemMissing } from '../../../functions/kit/table/expression';
import type { Table, Writes } from './table';

/** Items that do not fit together, because the table holds only a part of a transaction. */
export type Tear = {
  /** Sentence with the ids of the items. */
  readonly found: string;
  /** Verb and object of the fix, such as `delete the claim`, or the advice to the operator if there are no writes. */
  readonly fix: string;
  /** True if only a scan of the table confirms the tear. */
  readonly needsScan?: true;
  /** Writes of the fix. They fail together when one of the items is no longer as it was read. */
  readonly writes?: Writes;
};

/** Checks an item, and what belongs to it in the table. Returns the tear. */
export type Check = (item: TableItem, table: Table) => Promise<Tear | undefined>;

/** Returns the condition that an item is as it was read: with this `rev`, or missing. */
export const isAsRead = (item?: TableItem) => conditionExpression(item ? equals('rev', item.rev) : itemMissing);
