import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Collection, plan as currentPlan, type Epoch, type PartitionPlan } from '../../functions/table/partition';
import { root } from '../root';
import { isPreview } from '../stack/removal-policy';

/** Content of the record file: the partition plan that each stage was last deployed with. */
type Recorded = Readonly<Record<string, Partial<PartitionPlan>>>;

const recordFile = 'partitions.lock.json';
const recordPath = join(root, recordFile);

/**
 * Maximum number of shards. A list queries every shard of an epoch, and each query costs at least 0.5 read units. 128
 * shards take over 100,000 creates a second.
 */
export const MAX_SHARDS = 128;
/** Minimum time from a deployment to a new epoch's start. A canary takes ten minutes, and old code may run longer. */
const LEAD_MS = 60 * 60_000;

const formatMinute = (instantMs: number) => `${new Date(instantMs).toISOString().slice(0, 16)}Z`;
const isMinute = (since: string) => !Number.isNaN(Date.parse(since)) && formatMinute(Date.parse(since)) === since;

const faultsOf = (epochs: readonly Epoch[], collection: string) =>
  epochs.flatMap(({ since, shards }, index) => {
    const name = `The epoch "${since}" of ${collection}`;
    const before = epochs[index - 1]?.since;
    const isCount = Number.isInteger(shards) && shards >= 1 && shards <= MAX_SHARDS;
    if (!isMinute(since)) return [`${name} is not a time; allowed is a minute in UTC such as 2027-01-01T00:00Z.`];
    return [
      ...(isCount ? [] : [`${name} has ${shards} shards; allowed is a whole number from 1 to ${MAX_SHARDS}.`]),
      ...(before && before >= since ? [`${name} is listed after "${before}"; allowed is only a later time.`] : []),
    ];
  });

type Deployment = {
  readonly stage: string;
  readonly plan: PartitionPlan;
  readonly recorded: Recorded;
  readonly nowMs: number;
};

/**
 * Lists the epochs for which the new plan would not find items: items that the stage has, or writes before all its
 * functions use the new plan. Ignores previews, because their data is thrown away.
 */
const lossesOf = (epochs: readonly Epoch[], collection: Collection, { stage, plan, recorded, nowMs }: Deployment) => {
  if (isPreview(stage)) return [];
  const has = (some: readonly Epoch[], { since, shards }: Epoch) =>
    some.some((epoch) => epoch.since === since && epoch.shards === shards);
  const kept = recorded[stage]?.[collection] ?? [];
  const isSettled = ({ since }: Epoch) => Date.parse(since) < nowMs + LEAD_MS;
  const gone = kept.filter((epoch) => isSettled(epoch) && !has(epochs, epoch));
  const early = epochs.filter((epoch) => isSettled(epoch) && !has(kept, epoch));
  return [
    ...gone.map(
      ({ since, shards }) =>
        `The plan changes or drops the epoch "${since}" of ${collection}, which stage "${stage}" has with ${shards} shards; keep this epoch unchanged, because it has items or is about to.`,
    ),
    ...early.map(
      ({ since }) =>
        `The epoch "${since}" of ${collection} is not on record for stage "${stage}" and begins too early; allowed is ${formatMinute(nowMs + LEAD_MS + 60_000)} or later. If the stage is new or already has this epoch, add "${stage}": ${JSON.stringify(plan)} to ${recordFile}.`,
    ),
  ];
};

/** Returns one sentence for each fault of the plan that a stage is to be deployed with. */
export const faultsIn = (deployment: Deployment) => {
  const entries = Object.entries(deployment.plan) as [Collection, readonly Epoch[]][];
  const malformed = entries.flatMap(([collection, epochs]) => faultsOf(epochs, collection));
  if (malformed.length > 0) return malformed;
  return entries.flatMap(([collection, epochs]) => lossesOf(epochs, collection, deployment));
};

const readRecord = (path: string): Recorded => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {});

/** Throws an error if the stage would not find all its items after a deployment with the current plan. */
export const checkPartitions = (stage: string) => {
  const faults = faultsIn({ stage, plan: currentPlan, recorded: readRecord(recordPath), nowMs: Date.now() });
  if (faults.length > 0) throw new Error(faults.join('\n'));
};

/** Throws an error if an epoch began before the deployment ended, such as while CDK waited for an approval. */
export const checkLateEpochs = (stage: string, plan = currentPlan, path = recordPath, nowMs = Date.now()) => {
  if (isPreview(stage)) return;
  const kept = readRecord(path)[stage] ?? {};
  const late = Object.entries(plan).flatMap(([collection, epochs]) =>
    epochs
      .filter(
        ({ since }) =>
          Date.parse(since) <= nowMs && !kept[collection as Collection]?.some((epoch) => epoch.since === since),
      )
      .map(({ since }) => `The epoch "${since}" of ${collection} began before stage "${stage}" had it`),
  );
  if (late.length === 0) return;
  const advice = 'the plan does not find items written since then. Deploy without this epoch, then with a later one.';
  throw new Error(`${late.join('; ')}: ${advice}`);
};

/** Records the plan that a stage was deployed with. Skips previews, and stages that never had an epoch. */
export const recordPlan = (stage: string, plan = currentPlan, path = recordPath) => {
  if (isPreview(stage)) return;
  const recorded = readRecord(path);
  const hasGrown = Object.values(plan).some((epochs) => epochs.length > 0);
  if (!hasGrown && !recorded[stage]) return;
  writeFileSync(path, `${JSON.stringify({ ...recorded, [stage]: plan }, undefined, 2)}\n`);
};
