import { hash } from 'node:crypto';
import type { DynamoDBRecord } from 'aws-lambda';
import { unmarshall } from '#dynamodb';
import { type TableItem, unmarshallOptions } from '../dynamodb/client';
import type { Entity } from '../entity';
import type { Fields } from '../model/field';
import { isId, mintId } from '../model/id';
import type { ValuesOf } from '../model/values';
import { chainOf } from '../rules/chain';
import { resultOf, stringOf } from '../table/item';

/** Values of a resource on both sides of a change. A creation has no `before`, and a deletion no `after`. */
type Sides<Values> =
  | { readonly before: undefined; readonly after: Values }
  | { readonly before: Values; readonly after: Values }
  | { readonly before: Values; readonly after: undefined };

/** Change of a resource. */
export type ResourceChange<F extends Fields> = Sides<ValuesOf<F>> & {
  readonly id: string;
  /** Time of the change. That of a deletion is cut to a second, but is later than the write before. */
  readonly at: string;
  /** Id of the change, which is the same each time the change is delivered. It is a UUIDv7, whose time is `at`. */
  readonly changeId: string;
};

/** Part of a record that tells whether it is a change of a resource, without its values. */
export type RecordHead = {
  readonly collection: string;
  readonly id: string;
  readonly at: string;
  readonly changeId: string;
  /** Number of reactions that led to the change. */
  readonly chain: number;
  readonly before: TableItem | undefined;
  readonly after: TableItem | undefined;
};

const itemIn = (image: object | undefined): TableItem | undefined =>
  image && unmarshall(Object(image), unmarshallOptions);

/** Returns the time of a deletion: that of its record, but later than the write before. */
const deletedAt = (item: TableItem, recordSeconds: number) =>
  new Date(Math.max(recordSeconds * 1000, Date.parse(stringOf(item, 'updatedAt')) + 1)).toISOString();

/**
 * Reads the head of a record of the table's stream. Returns undefined for a record that changes no resource: of a claim, a counter
 * or a key, or of a write that kept the revision, such as a repair of an entry.
 */
export const readHead = ({ dynamodb = {} }: DynamoDBRecord): RecordHead | undefined => {
  const [before, after] = [itemIn(dynamodb.OldImage), itemIn(dynamodb.NewImage)];
  const item = after ?? before;
  if (!item || !isId(stringOf(item, 'sk')) || before?.rev === after?.rev) return undefined;
  const at = after ? stringOf(after, 'updatedAt') : deletedAt(item, dynamodb.ApproximateCreationDateTime ?? 0);
  const rev = stringOf(item, 'rev');
  const [collection = ''] = stringOf(item, 'pk').split('#', 1);
  // A deletion has the revision of the write before, but a later time.
  const bytes = hash('sha256', rev, 'buffer').subarray(0, 16);
  const changeId = mintId(Date.parse(at), bytes);
  return { collection, id: stringOf(item, 'sk'), at, changeId, chain: chainOf(rev), before, after };
};

/** Returns the change in a record, with resources as the first version shows them. */
export const resourceChangeIn = <F extends Fields>(
  entity: Entity<F>,
  { before, after, ...head }: RecordHead,
): ResourceChange<F> => {
  const { id, at, changeId } = head;
  const [was, is] = [before, after].map((item) => item && resultOf(entity, item).body);
  // A record has the item on one side at least.
  return { id, before: was, after: is, at, changeId } as ResourceChange<F>;
};
