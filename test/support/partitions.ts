import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { type Collection, type Epoch, partitionOf, plan } from '../../functions/table/partition';
import type { mockTable } from './table';

type Item = Readonly<Record<string, unknown>>;

/** For the tests of one block the plan has these epochs; jest puts back what stood there. */
export const grow = (collection: Collection, ...epochs: Epoch[]) => jest.replaceProperty(plan, collection, epochs);

export const postsIn = (ids: readonly string[]) =>
  ids.map((sk) => ({ pk: partitionOf('POST', sk), sk, title: 'x', content: '', rev: 'rev', updatedAt: '' }));

const MOST_BYTES = 2 ** 20;

/** The bytes that DynamoDB would count are those of `content` here, so that a test can say them. */
const sizeOf = ({ content }: Item) => String(content).length;

/** DynamoDB as far as queries of its partitions go; it counts what it was asked. */
export const holdItems = (table: ReturnType<typeof mockTable>, items: readonly Item[]) => {
  const used = { queries: 0, read: 0, rounds: 0, units: 0 };
  let isRound = false;
  const partitions = new Map<unknown, Item[]>();
  const sorted = [...items].sort((a, b) => (String(a.sk) < String(b.sk) ? -1 : 1));
  for (const item of sorted) partitions.set(item.pk, [...(partitions.get(item.pk) ?? []), item]);

  const answer = (input: QueryCommandInput) => {
    const { ':within': pk, ':after': after, ':to': to } = input.ExpressionAttributeValues ?? {};
    const [, operator] = /sk (<|>|BETWEEN)/.exec(input.KeyConditionExpression ?? '') ?? [];
    const start = input.ExclusiveStartKey?.sk;
    const isAsc = input.ScanIndexForward;
    const isInside = ({ sk }: Item) => {
      if (start !== undefined && !(isAsc ? String(sk) > start : String(sk) < start)) return false;
      if (operator === 'BETWEEN')
        return isAsc ? String(sk) >= after && String(sk) <= to : String(sk) >= to && String(sk) <= after;
      if (operator === '>') return String(sk) > after;
      return operator !== '<' || String(sk) < after;
    };
    const inside = (partitions.get(pk) ?? []).filter(isInside);
    if (!isAsc) inside.reverse();
    let bytes = 0;
    const most = inside.findIndex((item) => {
      bytes += sizeOf(item);
      return bytes > MOST_BYTES;
    });
    const count = Math.min(input.Limit ?? inside.length, most < 0 ? inside.length : most + 1);
    const Items = inside.slice(0, count);
    const isCut = count > 0 && (count === input.Limit || count < inside.length);
    used.read += input.Select === 'COUNT' ? 0 : count;
    const read = Items.reduce((sum, item) => sum + sizeOf(item), 0);
    const CapacityUnits = Math.max(1, Math.ceil(read / 4096)) / 2;
    used.units += CapacityUnits;
    return {
      ConsumedCapacity: { CapacityUnits },
      Count: count,
      ...(input.Select !== 'COUNT' && { Items }),
      LastEvaluatedKey: isCut ? { pk, sk: Items.at(-1)?.sk } : undefined,
    };
  };
  table.reset();
  table.on(QueryCommand).callsFake(async (input: QueryCommandInput) => {
    used.queries++;
    if (!isRound) {
      used.rounds++;
      isRound = true;
      setImmediate(() => {
        isRound = false;
      });
    }
    const answered = answer(input);
    await new Promise(setImmediate);
    return answered;
  });
  return used;
};
