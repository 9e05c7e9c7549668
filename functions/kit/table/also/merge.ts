import { TOTAL } from '../../model/relation';
import { countWrites } from '../children/count-writes';
import { byCounter, COUNTER, type CountChange, countChanges, sumsOf } from '../counter';
import { fieldChanges } from '../dependents';
import { conditionExpression, MAX_WRITES } from '../expression';
import { uniqueClaims } from '../unique';
import type { ExtraWrite, Write } from '../write';
import type { Transaction } from './also-write';
import { itemPathOf, ofResource } from './name-resource';

const keyOf = (write: Write): { readonly pk?: unknown; readonly sk?: unknown } => {
  if ('Put' in write) return write.Put.Item ?? {};
  return ('Delete' in write ? write.Delete.Key : write.Update.Key) ?? {};
};

const groupByKey = (writes: readonly ExtraWrite[]) => {
  const groups = new Map<unknown, ExtraWrite[]>();
  for (const each of writes) {
    const { pk } = keyOf(each.write);
    groups.set(pk, [...(groups.get(pk) ?? []), each]);
  }
  return [...groups.values()];
};

/** Joins the writes of one claim. A value that one resource gives up and another one takes is one write, with the condition of the first. */
const joinClaims = (writes: readonly ExtraWrite[]): ExtraWrite => {
  const [taken, twice] = writes.filter(({ write }) => 'Put' in write);
  const released = writes.find(({ write }) => 'Delete' in write);
  const problem = twice?.problemFor?.(undefined);
  if (problem instanceof Error) throw problem;
  if (!taken || !released || !('Put' in taken.write) || !('Delete' in released.write)) return writes[0] as ExtraWrite;
  const { Key: _, ...condition } = released.write.Delete;
  return { ...taken, write: { Put: { ...condition, Item: taken.write.Put.Item } } };
};

/** Joins the write of a counter, which is new, deleted or moved, with the changes of its counts. */
const joinCounter = (own: ExtraWrite, counted: ExtraWrite, changes: readonly CountChange[]): ExtraWrite => {
  const sums = sumsOf(changes);
  const { write } = own;
  if ('Put' in write) return { ...own, write: { Put: { ...write.Put, Item: { ...write.Put.Item, ...sums } } } };
  if ('Delete' in write) {
    const condition = { text: `${TOTAL} = :Total`, values: { ':Total': -(sums[TOTAL] ?? 0) } };
    return { ...own, write: { Delete: { Key: write.Delete.Key, ...conditionExpression(condition) } } };
  }
  const { Update } = Object(counted.write);
  const { UpdateExpression, ExpressionAttributeNames, ExpressionAttributeValues } = write.Update;
  return {
    ...counted,
    write: {
      Update: {
        ...Update,
        UpdateExpression: `${UpdateExpression} ${Update.UpdateExpression}`,
        ExpressionAttributeNames: { ...Update.ExpressionAttributeNames, ...ExpressionAttributeNames },
        ExpressionAttributeValues: { ...Update.ExpressionAttributeValues, ...ExpressionAttributeValues },
      },
    },
  };
};

/**
 * Returns the writes beside the main one, each item once, because DynamoDB refuses a transaction that has an item twice. Claims
 * and counts follow from the changes of all items.
 */
export const extraWritesOf = (
  main: Transaction,
  parts: readonly Transaction[],
  updates: readonly ExtraWrite[],
): ExtraWrite[] => {
  const ofMain = fieldChanges(main);
  const ofParts = parts.flatMap((part) => fieldChanges(part).map((each) => ({ ...each, resource: itemPathOf(part) })));
  const claims = [
    ...ofMain.flatMap(uniqueClaims),
    ...ofParts.flatMap((change) => uniqueClaims(change).map((each) => ofResource(each, change.resource))),
  ];
  const others = [...main.others, ...parts.flatMap((part) => part.others)];
  const isCounter = ({ write }: ExtraWrite) => keyOf(write).sk === COUNTER;
  const counters = new Map(others.filter(isCounter).map((each) => [keyOf(each.write).pk, each]));
  const counts = [...ofMain, ...ofParts].flatMap(countChanges);
  const changes = byCounter(counts);
  const inMain = byCounter(ofMain.flatMap(countChanges));
  const counted = countWrites(counts, main.caller).map((each) => {
    const pk = String(keyOf(each.write).pk);
    const own = counters.get(pk);
    counters.delete(pk);
    if (own) return joinCounter(own, each, changes.get(pk) ?? []);
    const [part] = ofParts.filter((change) => countChanges(change).some((count) => byCounter([count]).has(pk)));
    return inMain.has(pk) || !part ? each : ofResource(each, part.resource);
  });
  const all = [
    ...others.filter((each) => !isCounter(each)),
    ...updates,
    ...groupByKey(claims).map(joinClaims),
    ...counted,
    ...counters.values(),
  ];
  if (all.length >= MAX_WRITES)
    throw new Error(
      `A transaction has ${all.length + 1} writes; DynamoDB takes ${MAX_WRITES}. Write fewer resources in \`also\`.`,
    );
  return all;
};
