import type { Collection, Generation, ShardPlan } from '../../functions/table/shards';

/**
 * Maximum number of shards. A list queries every shard of a generation, and each query costs at least 0.5 read units. 128
 * shards take over 100,000 creates a second.
 */
export const MAX_SHARDS = 128;
/** Minimum time from a deployment to a new generation's start. A canary takes ten minutes, and old code may run longer. */
const LEAD_MS = 60 * 60_000;

const formatMinute = (instantMs: number) => `${new Date(instantMs).toISOString().slice(0, 16)}Z`;
const isMinute = (from: string) => !Number.isNaN(Date.parse(from)) && formatMinute(Date.parse(from)) === from;

const malformed = (generations: readonly Generation[], collection: string) =>
  generations.flatMap(({ from, shards }, index) => {
    const name = `The generation "${from}" of ${collection}`;
    const before = generations[index - 1]?.from;
    if (!isMinute(from)) return [`${name} is not a time; allowed: a minute in UTC such as 2027-01-01T00:00Z.`];
    return [
      ...(Number.isInteger(shards) && shards >= 1 && shards <= MAX_SHARDS
        ? []
        : [`${name} has ${shards} shards; allowed: a whole number from 1 to ${MAX_SHARDS}.`]),
      ...(before && before >= from ? [`${name} is listed after "${before}"; allowed: a later time.`] : []),
    ];
  });

/**
 * Returns one sentence for each generation for which the plan would not find items: items that the stage has, or writes before
 * all its functions use the plan. `deployed` is the plan of the deployed stack; undefined for a new stack.
 */
export const planErrors = (plan: ShardPlan, deployed: Partial<ShardPlan> | undefined, nowMs = Date.now()) =>
  (Object.entries(plan) as [Collection, readonly Generation[]][]).flatMap(([collection, generations]) => {
    const faults = malformed(generations, collection);
    if (faults.length > 0 || !deployed) return faults;
    const kept = deployed[collection] ?? [];
    const has = (some: readonly Generation[], { from, shards }: Generation) =>
      some.some((generation) => generation.from === from && generation.shards === shards);
    const isSettled = ({ from }: Generation) => Date.parse(from) < nowMs + LEAD_MS;
    const gone = kept.filter((generation) => isSettled(generation) && !has(generations, generation));
    const early = generations.filter((generation) => isSettled(generation) && !has(kept, generation));
    const earliest = formatMinute(nowMs + LEAD_MS + 60_000);
    return [
      ...gone.map(
        ({ from }) =>
          `The plan changes or drops the generation "${from}" of ${collection}; keep it, because it has items.`,
      ),
      ...early.map(
        ({ from }) => `The generation "${from}" of ${collection} begins too early; allowed: ${earliest} or later.`,
      ),
    ];
  });
