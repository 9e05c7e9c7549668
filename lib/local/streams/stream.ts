import { callDynamoDb } from '../database/tables';

/** Record of a change of an item, as DynamoDB's stream has it. */
export type StreamRecord = Readonly<Record<string, unknown>> & {
  readonly dynamodb: Readonly<Record<string, unknown>> & {
    readonly SequenceNumber: string;
    /** Seconds since 1970. */
    readonly ApproximateCreationDateTime: number;
  };
};

/** Part of a stream. Its records come after all of its parent. */
export type StreamShard = { readonly id: string; readonly parentId: string | undefined };

/** Stream of a table. */
export type TableStream = {
  readonly listShards: () => Promise<readonly StreamShard[]>;
  /** Reads records behind a sequence number, or from the beginning. A closed shard gets no more records. */
  readonly read: (
    shardId: string,
    after: string | undefined,
  ) => Promise<{ readonly records: readonly StreamRecord[]; readonly isClosed: boolean }>;
};

type Output = Readonly<Record<string, unknown>>;

/** Opens the stream of a table. A table that was made anew has another stream, so each list of shards asks for the latest one. */
export const openStream = (endpoint: string, TableName: string): TableStream => {
  const call = (operation: string, input: object) =>
    callDynamoDb(endpoint, operation, input, 'DynamoDBStreams_20120810').then((output): Output => Object(output));
  let StreamArn: unknown;
  return {
    listShards: async () => {
      StreamArn = Object(await callDynamoDb(endpoint, 'DescribeTable', { TableName })).Table?.LatestStreamArn;
      const shards: StreamShard[] = [];
      for (let start: unknown, isFirst = true; isFirst || start; isFirst = false) {
        const { StreamDescription } = await call('DescribeStream', { StreamArn, ExclusiveStartShardId: start });
        const { Shards = [], LastEvaluatedShardId } = Object(StreamDescription);
        for (const { ShardId, ParentShardId } of Shards) shards.push({ id: ShardId, parentId: ParentShardId });
        start = LastEvaluatedShardId;
      }
      return shards;
    },
    read: async (ShardId, after) => {
      const place = after
        ? { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after }
        : { ShardIteratorType: 'TRIM_HORIZON' };
      const { ShardIterator } = await call('GetShardIterator', { StreamArn, ShardId, ...place });
      const { Records, NextShardIterator } = await call('GetRecords', { ShardIterator });
      return { records: Object(Records) as readonly StreamRecord[], isClosed: NextShardIterator === undefined };
    },
  };
};
