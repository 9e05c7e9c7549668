import type { Page } from '../model/page';
import type { Item } from './item';
import { holdersOf, type Listed, list } from './list';
import { query } from './query';

/** Counting costs what reading does: a query reads 1 MB, for 128 units. */
const MOST_READS = 4;
const UNITS_OF_READ = 128;

/** Counts a list. Returns undefined when that takes too many reads. */
const count = async (listed: Listed) => {
  const range = { after: undefined, order: 'asc' } as const;
  const rest: { within: Parameters<typeof query>[0]; from?: Item }[] = holdersOf(listed, range)
    .flat()
    .map((within) => ({ within }));
  let total = 0;
  let reads = 0;
  while (rest.length > 0) {
    // Runs at most as many queries at once as may each read 1 MB.
    const some = rest.splice(0, Math.floor(MOST_READS - reads));
    if (some.length === 0) return undefined;
    await Promise.all(
      some.map(async ({ within, from }) => {
        const more = { Select: 'COUNT', ExclusiveStartKey: from } as const;
        const { Count = 0, LastEvaluatedKey, ConsumedCapacity } = await query(within, range, more);
        total += Count;
        reads += LastEvaluatedKey ? 1 : (ConsumedCapacity?.CapacityUnits ?? 0) / UNITS_OF_READ;
        if (LastEvaluatedKey) rest.push({ within, from: LastEvaluatedKey });
      }),
    );
  }
  return total;
};

type Asked = Page & { readonly isCounted: boolean };

/** One page and, if asked for, how many there are on all; a malformed item counts where it is on no page that is seen. */
export const listCounted = async <T>(listed: Listed, { isCounted, ...page }: Asked, read: (item: Item) => T) => {
  const found = await list(listed, page, read);
  if (!isCounted) return found;
  const isWhole = page.after === undefined && found.next === undefined;
  return { ...found, total: isWhole ? found.body.length : await count(listed) };
};
