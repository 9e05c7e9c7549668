import { deliverBatch } from '../../../lib/local/streams/batches';
import { isWanted } from '../../../lib/local/streams/filter';
import type { StreamRecord } from '../../../lib/local/streams/stream';
import type { Pattern } from '../../../lib/local/template/mapping';
import { type FunctionOptions, startFunction } from './instances';
import { dealRecords, type SplitShard } from './shards';

/*
 * Model of Lambda's event source mapping. It follows these statements of the guide of DynamoDB (Streams.html) and of Lambda's
 * guide (with-ddb.html, services-ddb-batchfailurereporting.html, invocation-eventfiltering.html):
 * - The records of an item have their order. A parent shard is read to its end before its children, which are read at once.
 * - Lambda sends the records of a shard in their order, and goes on after a batch is handled.
 * - With several batches of a shard at once, the records of an item (partition key and sort key) stay in their order.
 * - A record that no filter matches is passed over, and is never in a batch.
 * - An invocation that fails, or gives no response, fails the whole batch, which is then split in two. The first half comes first.
 * - After a partial response, Lambda sends all records from the lowest failed sequence number on again. An empty list is a success.
 * - Each record is delivered at least once. A batch that was handled can come again, also cut at another record.
 * In the model, two instances can get a batch at the same time, because no statement excludes that. The model leaves out the maximum
 * age, after which Lambda gives a change up.
 */

/** Maximum numbers of records in a batch, and of batches of a shard at once. */
const [MAX_BATCH, MAX_AT_ONCE] = [12, 3];

/** Maximum number of times that a batch comes again, which trouble alone does not reach. */
const MAX_TRIES = 40;

/** Returns the collection of a record, whatever its filter says. */
const collectionOf = ({ dynamodb: { Keys } }: StreamRecord) => `${Object(Keys).pk?.S}`.split('#', 1).join();

type MappingOptions = FunctionOptions & { readonly patterns: readonly Pattern[]; readonly letsOthersPass: boolean };

/** Delivers the records of a stream to a function. */
export const deliverStream = async (stream: SplitShard, { patterns, letsOthersPass, ...options }: MappingOptions) => {
  const { trouble, ledger, collections } = options;
  const { random, strikes, count } = trouble;
  const invoke = startFunction(options);
  /** Second deliveries of batches, whose outcome Lambda does not look at. */
  const twins: Promise<unknown>[] = [];
  const deliver = (records: readonly StreamRecord[]) =>
    deliverBatch(records, {
      invoke: (batch) => {
        const foreign = batch.find((record) => !collections.includes(collectionOf(record)));
        if (foreign && !letsOthersPass)
          ledger.refuse(`a function of ${collections} gets ${JSON.stringify(foreign.dynamodb.Keys)}`);
        if (strikes('twice')) twins.push(invoke(batch));
        return invoke(batch);
      },
      isExpired: () => false,
      onExpired: () => {},
      pause: async (tries) => tries < MAX_TRIES,
      isHalved: true,
    });

  const follow = async ({ records, children }: SplitShard): Promise<void> => {
    const wanted = records.filter((record) => isWanted(patterns, record));
    count('records', wanted.length);
    for (let place = 0; place < wanted.length; ) {
      const batch = wanted.slice(place, place + 1 + random.below(MAX_BATCH));
      const parts = dealRecords(batch, 1 + random.below(MAX_AT_ONCE), random);
      const handled = await Promise.all(parts.map(deliver));
      if (handled.includes(false)) return void ledger.refuse(`a function of ${collections} fails for ever`);
      if (!strikes('again')) place += batch.length;
    }
    await Promise.all(children.map(follow));
  };
  await follow(stream);
  await Promise.all(twins);
};
