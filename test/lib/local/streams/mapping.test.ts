import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runMapping } from '../../../../lib/local/streams/mapping';
import { openPlaces } from '../../../../lib/local/streams/places';
import type { StreamRecord, StreamShard, TableStream } from '../../../../lib/local/streams/stream';
import { temporaryFolder } from '../../../support/folder';
import { numbersOf, recordOf } from './records';

type FakeShard = StreamShard & { readonly records: StreamRecord[]; isClosed: boolean };

/** Makes a stream whose shards a test fills, closes and splits. */
const fakeStream = (...shards: FakeShard[]): TableStream => ({
  listShards: async () => shards,
  read: async (shardId, after) => {
    const { records = [], isClosed = true } = shards.find(({ id }) => id === shardId) ?? {};
    return {
      records: records.filter(({ dynamodb }) => Number(dynamodb.SequenceNumber) > Number(after ?? 0)),
      isClosed,
    };
  },
});

const shardOf = (id: string, parentId: string | undefined, ...records: StreamRecord[]): FakeShard => ({
  id,
  parentId,
  records,
  isClosed: false,
});

const mapping = {
  id: 'mapping',
  tableName: 'table',
  sourceArn: 'arn',
  functionId: 'function',
  patterns: [{ dynamodb: { Keys: { pk: { S: ['A'] } } } }],
  batchSize: 2,
  windowMs: 60_000,
  maxAgeMs: 60_000,
  isHalved: true,
  isPartial: true,
};

type Behaviour = {
  readonly folder?: string;
  readonly isEnabled?: boolean;
  readonly fails?: (batch: readonly number[]) => readonly string[];
};

/** Runs a mapping whose function handles all but the records that `fails` names. */
const start = (stream: TableStream, { folder, isEnabled, fails = () => [] }: Behaviour = {}) => {
  const got: number[][] = [];
  const expired: number[][] = [];
  const errors: string[] = [];
  const runner = runMapping(mapping, {
    stream,
    isEnabled,
    places: openPlaces(folder),
    onExpired: (records) => expired.push(numbersOf(records)),
    onError: (error) => errors.push(String(error)),
    invoke: async (records) => {
      const batch = numbersOf(records);
      got.push(batch);
      return fails(batch);
    },
  });
  runners.push(runner);
  return { ...runner, got, expired, errors };
};
const runners: ReturnType<typeof runMapping>[] = [];
afterEach(() => Promise.all(runners.splice(0).map((runner) => runner.close())));

describe('a mapping', () => {
  test('sends what its filters let pass, in batches, and waits for no window when somebody waits', async () => {
    const stream = fakeStream(shardOf('one', undefined, ...[1, 2, 3, 4].map((n) => recordOf(n, n === 2 ? 'B' : 'A'))));
    const { settle, got, handled } = start(stream);
    await settle();
    expect([got, handled()]).toEqual([[[1, 3], [4]], 3]);
  });

  test('sends the records of a parent before those of its children, also when a shard splits meanwhile', async () => {
    const parent = shardOf('parent', undefined, recordOf(1));
    const shards = [shardOf('left', 'parent', recordOf(3)), parent, shardOf('right', 'parent', recordOf(4))];
    const { settle, got } = start(fakeStream(...shards));
    await settle();
    expect(got).toEqual([[1]]);
    parent.records.push(recordOf(2));
    parent.isClosed = true;
    await settle();
    await settle();
    expect(got.flat().sort()).toEqual([1, 2, 3, 4]);
    expect(got.flat().slice(0, 2)).toEqual([1, 2]);
  });

  test('goes on where it was after a new start', async () => {
    const folder = temporaryFolder();
    const shard = shardOf('one', undefined, recordOf(1));
    const first = start(fakeStream(shard), { folder });
    await first.settle();
    await first.close();
    shard.records.push(recordOf(2));
    const second = start(fakeStream(shard), { folder });
    await second.settle();
    expect([first.got, second.got, existsSync(join(folder, 'streams.json'))]).toEqual([[[1]], [[2]], true]);
  });

  test('answers who waits when the function fails, and tries again', async () => {
    let isBroken = true;
    const stream = fakeStream(shardOf('one', undefined, recordOf(1)));
    const { settle, isFailing, got } = start(stream, { fails: () => (isBroken ? ['1'] : []) });
    await settle();
    expect(isFailing()).toBe(true);
    isBroken = false;
    await settle();
    expect([isFailing(), new Set(got.flat())]).toEqual([false, new Set([1])]);
  });

  test('begins with the next record when it is enabled, and sends none while it is disabled', async () => {
    const shard = shardOf('one', undefined, recordOf(1));
    const { settle, enable, got } = start(fakeStream(shard), { isEnabled: false });
    await settle();
    shard.records.push(recordOf(2));
    await enable(true);
    shard.records.push(recordOf(3));
    await settle();
    await enable(false);
    shard.records.push(recordOf(4));
    await settle();
    expect(got).toEqual([[3]]);
  });

  test('reports an error of the stream, answers who waits, and goes on once it is over', async () => {
    const stream = fakeStream(shardOf('one', undefined, recordOf(1)));
    let isLost = true;
    const read: TableStream['read'] = (...given) =>
      isLost ? Promise.reject(new Error('no stream')) : stream.read(...given);
    const { settle, isFailing, errors, got } = start({ ...stream, read });
    await settle();
    expect([isFailing(), errors[0]]).toEqual([true, 'Error: no stream']);
    isLost = false;
    while (isFailing()) await settle();
    expect(got).toEqual([[1]]);
  });

  test('gives up records that are too old, and goes on', async () => {
    const stream = fakeStream(shardOf('one', undefined, recordOf(1, 'A', 120_000), recordOf(2)));
    const { settle, got, expired } = start(stream);
    await settle();
    expect([got, expired]).toEqual([[[2]], [[1]]]);
  });
});
