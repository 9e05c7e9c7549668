import { openStream, type StreamRecord } from '../../../lib/local/streams/stream';
import { resourceIn } from '../../../lib/verify/table/checks';
import { isRead } from '../explore/calls';
import { itemsOf, keyTextOf, type StoredJson, startTable } from '../explore/table';

type Items = readonly StoredJson[];

/** Number of records that a read returns at least when the stream has more. */
const MIN_PAGE = 100;

/** Item before and after a write. */
type WrittenItem = { readonly before: StoredJson | undefined; readonly after: StoredJson | undefined };

/** Returns the items that differ between two states of the table. */
const differences = (before: Items, after: Items): readonly WrittenItem[] => {
  const old = new Map(before.map((item) => [keyTextOf(item), item]));
  const now = new Map(after.map((item) => [keyTextOf(item), item]));
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key) => {
    const written = { before: old.get(key), after: now.get(key) };
    return JSON.stringify(written.before) === JSON.stringify(written.after) ? [] : [written];
  });
};

/** Tells whether the write of an item is a change of a resource: another revision, or an item that came or went. */
const isChange = ({ before, after }: WrittenItem) => {
  const [item] = itemsOf([after ?? before ?? {}]);
  return item !== undefined && resourceIn(item) !== undefined && before?.rev?.S !== after?.rev?.S;
};

/**
 * Starts a table with a stream. Reads all items after each call that may write, so that the changes are known without the stream.
 * Each state differs from all others, so that no revision is there twice.
 */
export const startHistory = async (seed: number) => {
  const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } as const;
  const table = await startTable({ StreamSpecification });
  const stream = openStream(table.endpoint, table.TableName);
  /** Items that the requests find, and those that DynamoDB has until the next call. */
  let [items, stored]: [Items, Items] = [[], []];
  let [states, last]: [number, string | undefined] = [0, undefined];
  let written: WrittenItem[] = [];

  const settle = async () => {
    await table.write(stored, items);
    stored = items;
  };
  const send: typeof table.send = async (operation, body) => {
    await settle();
    const reply = await table.send(operation, body);
    if (isRead(operation)) return reply;
    stored = await table.read();
    written.push(...differences(items, stored));
    items = stored;
    return reply;
  };
  // The embedded database has one shard, which never splits.
  const [{ id: shardId } = { id: '' }] = await stream.listShards();
  /** Reads the records behind the last one. */
  const readRecords = async () => {
    const found: StreamRecord[] = [];
    for (let isOver = false; !isOver; ) {
      const { records } = await stream.read(shardId, last);
      found.push(...records);
      last = records.at(-1)?.dynamodb.SequenceNumber ?? last;
      isOver = records.length < MIN_PAGE;
    }
    return found;
  };
  return {
    ...table,
    send,
    state: () => ({ items, digest: `${seed}/${states++}` }),
    restore: (wanted: Items) => {
      items = wanted;
    },
    /** Begins a history with the items of the table. */
    begin: async () => {
      await settle();
      await readRecords();
      written = [];
    },
    /** Returns the records since the beginning, and the changes of resources, in their order. */
    end: async () => ({ records: await readRecords(), changes: written.filter(isChange) }),
  };
};

export type History = Awaited<ReturnType<typeof startHistory>>;
