import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { TableItem } from '../../../functions/dynamodb/client';
import type { Relation } from '../../../functions/model/relation';
import { conditionExpression, equals, itemMissing } from '../../../functions/table/expression';
import type { ItemKey } from '../../../functions/table/shards';

/** Items that do not fit together, because only a part of a transaction has reached this copy of the table. */
export type Tear = {
  /** Sentence with the ids of the items. */
  readonly found: string;
  /** Verb and object of the mend, such as `delete the claim`, or the advice to the operator if there are no writes. */
  readonly mend: string;
  /** State of the items that were read. */
  readonly seen: readonly unknown[];
  /** True if only a scan of the table proves the tear. */
  readonly needsScan?: true;
  /** Writes of the mend. They fail together when one of the items is no longer as it was read. */
  readonly writes?: (TableName: string) => NonNullable<TransactWriteCommandInput['TransactItems']>;
};

/** Reads what belongs to an item. */
export type Look = {
  readonly read: (key: ItemKey) => Promise<TableItem | undefined>;
  readonly childIds: (relation: Relation, parentId: string) => Promise<readonly unknown[]>;
};

/** Checks an item. Returns its tear. */
export type Check = (item: TableItem, look: Look) => Promise<Tear | undefined>;

/** Returns the condition that an item is as it was read: with this `rev`, or missing. */
export const sameAs = (TableName: string, Key: ItemKey, item?: TableItem) => ({
  ConditionCheck: { TableName, Key, ...conditionExpression(item ? equals('rev', item.rev) : itemMissing) },
});
