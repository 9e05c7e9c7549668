import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Epoch, plan as ours, type Plan } from '../../functions/table/partition';
import { root } from '../root';
import { isPreview } from '../stack/removal-policy';

/** What `npm run deploy` leaves for the next one: the plan that each stage has. */
type Recorded = Readonly<Record<string, Plan>>;

const recordFile = 'partitions.lock.json';
const recordPath = join(root, recordFile);

/** A list asks all shards of an epoch, and each asked costs half a unit; this many take over 100,000 creates a second. */
export const MOST_SHARDS = 128;
/** A canary takes ten minutes, and instances of the old code may answer for some more. */
const LEAD_MS = 60 * 60_000;

const stamp = (instantMs: number) => `${new Date(instantMs).toISOString().slice(0, 16)}Z`;
const isInstant = (since: string) => !Number.isNaN(Date.parse(since)) && stamp(Date.parse(since)) === since;

const faultsOf = (epochs: readonly Epoch[], of: string) =>
  epochs.flatMap(({ since, shards }, index) => {
    const name = `The epoch "${since}" of ${of}`;
    const before = epochs[index - 1]?.since;
    const isCount = Number.isInteger(shards) && shards >= 1 && shards <= MOST_SHARDS;
    if (!isInstant(since)) return [`${name} has no instant; allowed is a minute in UTC such as 2027-01-01T00:00Z.`];
    return [
      ...(isCount ? [] : [`${name} has ${shards} shards; allowed is a whole number from 1 to ${MOST_SHARDS}.`]),
      ...(before && before >= since ? [`${name} is listed behind "${before}"; allowed is a later one there.`] : []),
    ];
  });

type Deployment = { readonly stage: string; readonly plan: Plan; readonly recorded: Recorded; readonly nowMs: number };

/**
 * Tells where a plan would lose sight of items that a stage has, or may have before all of its functions know the plan. A
 * preview begins with the plan as it is, and its items are thrown away.
 */
const lossesOf = (epochs: readonly Epoch[], of: keyof Plan, { stage, plan, recorded, nowMs }: Deployment) => {
  if (isPreview(stage)) return [];
  const has = (some: readonly Epoch[], { since, shards }: Epoch) =>
    some.some((each) => each.since === since && each.shards === shards);
  const kept = recorded[stage]?.[of] ?? [];
  const isSettled = ({ since }: Epoch) => Date.parse(since) < nowMs + LEAD_MS;
  const gone = kept.filter((epoch) => isSettled(epoch) && !has(epochs, epoch));
  const early = epochs.filter((epoch) => isSettled(epoch) && !has(kept, epoch));
  return [
    ...gone.map(
      ({ since, shards }) =>
        `The plan shrinks history: the epoch "${since}" of ${of} is on record for stage "${stage}" with ${shards} shards; allowed is only what keeps it so, since it holds items or is about to.`,
    ),
    ...early.map(
      ({ since }) =>
        `The epoch "${since}" of ${of} is not on record for stage "${stage}" and begins too early; allowed is from ${stamp(nowMs + LEAD_MS + 60_000)} on. Where the stage is new, or has been deployed with it, put it on record: "${stage}": ${JSON.stringify(plan)} in ${recordFile}.`,
    ),
  ];
};

/** One sentence for each fault of a plan as the next one of a stage. */
export const faultsIn = (deployment: Deployment) => {
  const { USER, POST } = deployment.plan;
  const malformed = [...faultsOf(USER, 'USER'), ...faultsOf(POST, 'POST')];
  if (malformed.length > 0) return malformed;
  return [...lossesOf(USER, 'USER', deployment), ...lossesOf(POST, 'POST', deployment)];
};

const readRecord = (path: string): Recorded => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {});

/** Throws where deploying this plan would lose sight of items. */
export const checkPartitions = (stage: string) => {
  const faults = faultsIn({ stage, plan: ours, recorded: readRecord(recordPath), nowMs: Date.now() });
  if (faults.length > 0) throw new Error(faults.join('\n'));
};

/** Throws where an epoch began before the stage knew of it, since somebody had to say yes first, or for long. */
export const checkBegun = (stage: string, plan = ours, path = recordPath, nowMs = Date.now()) => {
  if (isPreview(stage)) return;
  const kept = readRecord(path)[stage] ?? { USER: [], POST: [] };
  const late = Object.entries(plan).flatMap(([of, epochs]) =>
    epochs
      .filter(
        ({ since }) => Date.parse(since) <= nowMs && !kept[of as keyof Plan].some((epoch) => epoch.since === since),
      )
      .map(({ since }) => `The epoch "${since}" of ${of} began before stage "${stage}" had it`),
  );
  if (late.length === 0) return;
  const what =
    'what was written since lies where the plan does not look. Deploy the plan without it, then a later one.';
  throw new Error(`${late.join('; ')}: ${what}`);
};

/** Notes the plan that a stage has now. Nothing is noted of a preview or of a stage that never grew. */
export const putOnRecord = (stage: string, plan = ours, path = recordPath) => {
  if (isPreview(stage)) return;
  const recorded = readRecord(path);
  const hasGrown = Object.values(plan).some((epochs) => epochs.length > 0);
  if (!hasGrown && !recorded[stage]) return;
  writeFileSync(path, `${JSON.stringify({ ...recorded, [stage]: plan }, undefined, 2)}\n`);
};
