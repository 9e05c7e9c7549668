import { marshall } from '@aws-sdk/util-dynamodb';
import type { Context, DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import type { Entity } from '../../../functions/kit/entity';
import type { Fields } from '../../../functions/kit/model/field';
import { createdAtOf } from '../../../functions/kit/model/id';
import type { NewOf } from '../../../functions/kit/model/values';
import { byAttribute, newRevision } from '../../../functions/kit/table/item';
import { entriesOf, keyOf } from '../../../functions/kit/table/keys';

type Item = Readonly<Record<string, unknown>>;

/** Replaces the types of values by those that an example has, which may be any text. */
type Widened<V> = { readonly [K in keyof V]: V[K] extends string | undefined ? string | undefined : V[K] };

/** A resource as a response shows it. A field with a default may be left out. The items of old code lack some. */
type ResourceOf<F extends Fields> = Widened<NewOf<F>> & {
  readonly id: string;
  readonly updatedAt?: string;
  readonly owner?: string;
  /** Revision. By default that of the change before, or a new one. */
  readonly rev?: string;
};

type GivenChange<F extends Fields> = { readonly before?: ResourceOf<F>; readonly after?: ResourceOf<F> };

/** Returns an item as it stands in an event, which is JSON. */
const imageOf = (item: Item | undefined): NonNullable<DynamoDBRecord['dynamodb']>['NewImage'] =>
  item && JSON.parse(JSON.stringify(marshall(item, { removeUndefinedValues: true })));

/** Items of a record, and its number in the stream. */
type RecordParts = { readonly before?: Item | undefined; readonly after?: Item | undefined; readonly number?: number };

/** Makes the record of any write of the table, from its items. A deletion is a second later than the write before. */
export const recordOf = ({ before, after, number = 1 }: RecordParts): DynamoDBRecord => {
  const item = after ?? before ?? {};
  const seconds = Math.floor(Date.parse(String(item.updatedAt ?? '2026-11-19T12:00:00Z')) / 1000);
  const ApproximateCreationDateTime = seconds + (after ? 0 : 1);
  return {
    eventName: before ? (after ? 'MODIFY' : 'REMOVE') : 'INSERT',
    dynamodb: {
      ApproximateCreationDateTime,
      Keys: imageOf({ pk: item.pk, sk: item.sk }) ?? {},
      ...(before && { OldImage: imageOf(before) }),
      ...(after && { NewImage: imageOf(after) }),
      SequenceNumber: `${number}`,
      StreamViewType: 'NEW_AND_OLD_IMAGES',
    },
  };
};

/** Returns the item of a resource that a response shows. */
export const itemIn = (entity: Entity, { id, ...values }: { readonly id: string }): Item => {
  const item = byAttribute<unknown>(entity, values);
  return { ...keyOf(entity, id), ...item, ...entriesOf(entity, id, item) };
};

/**
 * Makes the event by which Lambda delivers changes of a resource. A creation has no `before`, and a deletion no `after`. Each write
 * has a new revision, and is a second later than the one before.
 * @example changesEvent(orders, { after: order }, { before: order, after: { ...order, total: 2 } })
 */
export const changesEvent = <F extends Fields>(
  entity: Entity<F>,
  ...changes: readonly GivenChange<F>[]
): DynamoDBStreamEvent => {
  const known = new Map<string, Item>();
  const Records = changes.map(({ before, after }, at) => {
    const id = (after ?? before)?.id ?? '';
    const { rev, updatedAt = createdAtOf(id) } = known.get(id) ?? {};
    const was =
      before && itemIn(entity, { updatedAt: String(updatedAt), rev: String(rev ?? newRevision(id).rev), ...before });
    const laterMs = Date.parse(String(was?.updatedAt)) + 1000;
    const next = was ? new Date(laterMs).toISOString() : createdAtOf(id);
    const is = after && itemIn(entity, { updatedAt: next, rev: newRevision(id).rev, ...after });
    known.set(id, is ?? {});
    return recordOf({ before: was, after: is, number: at + 1 });
  });
  return { Records };
};

type JobContext = Pick<Context, 'awsRequestId' | 'getRemainingTimeInMillis'>;
type ChangesHandler = (event: DynamoDBStreamEvent, context: JobContext) => Promise<DynamoDBBatchResponse>;

/** Delivers changes to a handler, as Lambda does. Returns the changes that come again. */
export const deliver = (handler: ChangesHandler, event: DynamoDBStreamEvent, leftMs = 10_000) =>
  handler(event, { awsRequestId: 'request-1', getRemainingTimeInMillis: () => leftMs });
