import type { Collection, Epoch, PartitionPlan } from '../../functions/table/partition';

/**
 * Maximum number of shards. A list queries every shard of an epoch, and each query costs at least 0.5 read units. 128
 * shards take over 100,000 creates a second.
 */
export const MAX_SHARDS = 128;
/** Minimum time from a deployment to a new epoch's start. A canary takes ten minutes, and old code may run longer. */
const LEAD_MS = 60 * 60_000;

const formatMinute = (instantMs: number) => `${new Date(instantMs).toISOString().slice(0, 16)}Z`;
const isMinute = (since: string) => !Number.isNaN(Date.parse(since)) && formatMinute(Date.parse(since)) === since;

const malformed = (epochs: readonly Epoch[], collection: string) =>
  epochs.flatMap(({ since, shards }, index) => {
    const name = `The epoch "${since}" of ${collection}`;
    const before = epochs[index - 1]?.since;
    if (!isMinute(since)) return [`${name} is not a time; allowed: a minute in UTC such as 2027-01-01T00:00Z.`];
    return [
      ...(Number.isInteger(shards) && shards >= 1 && shards <= MAX_SHARDS
        ? []
        : [`${name} has ${shards} shards; allowed: a whole number from 1 to ${MAX_SHARDS}.`]),
      ...(before && before >= since ? [`${name} is listed after "${before}"; allowed: a later time.`] : []),
    ];
  });

/**
 * Returns one sentence for each epoch for which the plan would not find items: items that the stage has, or writes before
 * all its functions use the plan. `deployed` is the plan of the deployed stack; undefined for a new stack.
 */
export const planFaults = (plan: PartitionPlan, deployed: Partial<PartitionPlan> | undefined, nowMs = Date.now()) =>
  (Object.entries(plan) as [Collection, readonly Epoch[]][]).flatMap(([collection, epochs]) => {
    const faults = malformed(epochs, collection);
    if (faults.length > 0 || !deployed) return faults;
    const kept = deployed[collection] ?? [];
    const has = (some: readonly Epoch[], { since, shards }: Epoch) =>
      some.some((epoch) => epoch.since === since && epoch.shards === shards);
    const isSettled = ({ since }: Epoch) => Date.parse(since) < nowMs + LEAD_MS;
    const gone = kept.filter((epoch) => isSettled(epoch) && !has(epochs, epoch));
    const early = epochs.filter((epoch) => isSettled(epoch) && !has(kept, epoch));
    const earliest = formatMinute(nowMs + LEAD_MS + 60_000);
    return [
      ...gone.map(
        ({ since }) =>
          `The plan changes or drops the epoch "${since}" of ${collection}; keep it, because it has items.`,
      ),
      ...early.map(
        ({ since }) => `The epoch "${since}" of ${collection} begins too early; allowed: ${earliest} or later.`,
      ),
    ];
  });
