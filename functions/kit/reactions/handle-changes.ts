import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import type { Entity } from '../entity';
import { log, msLeft } from '../invocation';
import { handleJob } from '../lambda/job';
import { logPartsOf } from '../lambda/respond';
import type { Fields } from '../model/field';
import { chain } from '../rules/chain';
import { type RecordHead, type ResourceChange, readHead, resourceChangeIn } from './record';

/** Maximum number of resources whose changes run at once in a batch. */
const MAX_AT_ONCE = 10;

/** Maximum number of changes that a function remembers. */
const MAX_KNOWN = 10_000;

/** Code that follows the changes of one resource. */
export type Following = {
  readonly collection: string;
  readonly run: (head: RecordHead) => Promise<unknown>;
};

/**
 * Tells what follows the changes of a resource, for a function that gets those of several.
 * @example handleAllChanges(following(orders, async ({ after }) => { … }), following(lines, async ({ after }) => { … }))
 */
export const following = <F extends Fields>(
  entity: Entity<F>,
  run: (change: ResourceChange<F>) => Promise<unknown>,
): Following => ({ collection: entity.collection, run: (head) => run(resourceChangeIn(entity, head)) });

/** Record of the stream that is a change of a resource. */
type Delivery = { readonly record: DynamoDBRecord; readonly head: RecordHead; readonly run: Following['run'] };

/** Finds the changes in a batch, each with what follows it. */
const deliveriesIn = (records: readonly DynamoDBRecord[], followed: readonly Following[]) =>
  records.flatMap((record): Delivery | [] => {
    const head = readHead(record);
    if (!head) return [];
    const { collection, id, changeId } = head;
    const found = followed.find((each) => each.collection === collection);
    if (found) return { record, head, run: found.run };
    // During a deployment, the filter of the mapping can be older than the code.
    log({ level: 'ERROR', message: 'no handler follows these changes', collection, id, changeId });
    return [];
  });

/** Groups changes by their resource. A map keeps the order of the stream. */
const byResource = (deliveries: readonly Delivery[]) => {
  const groups = new Map<string, Delivery[]>();
  for (const each of deliveries) {
    const key = `${each.head.collection}#${each.head.id}`;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()];
};

/** Runs what follows a change. Returns false, with a line in the log, when it fails. */
const succeeds = async ({ head, run }: Delivery) => {
  const { collection, id, changeId } = head;
  try {
    await chain.run(head.chain, () => run(head));
    return true;
  } catch (thrown) {
    const error = logPartsOf(thrown);
    log({ level: 'ERROR', message: 'a reaction to a change failed', collection, id, changeId, error });
    return false;
  }
};

/**
 * Makes the handler of a function that gets the changes of several resources.
 * @example export const handler = handleAllChanges(following(orders, notify), following(lines, count));
 */
export const handleAllChanges = (...followed: readonly Following[]) => {
  /**
   * Changes that are done behind one that failed. Lambda sends all from the failed one on again and again, and without this, each
   * would send its message each time.
   */
  const known = new Set<string>();
  const handler = handleJob(async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const deliveries = deliveriesIn(Records, followed).filter(({ head }) => !known.has(head.changeId));
    const groups = byResource(deliveries);
    const done = new Set<Delivery>();
    // Stops before the timeout, because Lambda would send the whole batch again.
    const reserveMs = msLeft() / 10;
    const runGroups = async () => {
      for (let group = groups.shift(); group; group = groups.shift())
        for (const delivery of group) {
          if (msLeft() < reserveMs || !(await succeeds(delivery))) break;
          done.add(delivery);
        }
    };
    await Promise.all(Array.from({ length: MAX_AT_ONCE }, runGroups));
    const failed = deliveries.filter((delivery) => !done.has(delivery));
    if (failed.length > 0 && msLeft() < reserveMs)
      log({ level: 'WARN', message: 'the time of this batch is over', left: failed.length });
    if (known.size > MAX_KNOWN) known.clear();
    if (failed.length > 0) for (const { head } of done) known.add(head.changeId);
    return {
      batchItemFailures: failed.map(({ record }) => ({ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' })),
    };
  });
  return Object.assign(handler, { collections: followed.map(({ collection }) => collection) });
};

/**
 * Makes the handler of a function that gets the changes of a resource, after they were written: each at least once, and those of
 * one resource in their order. A change whose handler throws comes again, as lib/stack/README.md says.
 * @example export const handler = handleChanges(orders, async ({ id, before, after }) => { … });
 */
export const handleChanges = <F extends Fields>(
  entity: Entity<F>,
  run: (change: ResourceChange<F>) => Promise<unknown>,
) => handleAllChanges(following(entity, run));
