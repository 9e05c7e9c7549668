import type { Generation, ShardPlan } from '../../../functions/kit/entity';
import { defineFact, type StageTemplate } from '../fact';

/** Maximum number of shards. A list queries every shard of a generation, and each query costs at least 0.5 read units. */
const MAX_SHARDS = 128;
/**
 * Minimum time from a synthesis to a new generation's start, because the new plan does not find what an old function creates
 * later. Updating 50 functions, a canary and a rollback take about 20 minutes. The rest is for the question of the CDK CLI.
 */
const LEAD_MS = 60 * 60_000;

const formatMinute = (instantMs: number) => `${new Date(instantMs).toISOString().slice(0, 16)}Z`;
const isMinute = (from: string) => !Number.isNaN(Date.parse(from)) && formatMinute(Date.parse(from)) === from;

const malformed = (generations: readonly Generation[], collection: string) =>
  generations.flatMap(({ from, shards }, index) => {
    const name = `The generation "${from}" of ${collection}`;
    if (!isMinute(from)) return [`${name} is not a time; allowed: a minute in UTC such as 2027-01-01T00:00Z.`];
    if (!Number.isInteger(shards) || shards < 1 || shards > MAX_SHARDS)
      return [`${name} has ${shards} shards; allowed: a whole number from 1 to ${MAX_SHARDS}.`];
    const { from: before = '' } = generations[index - 1] ?? {};
    return before >= from ? [`${name} is listed after "${before}"; allowed: a later time.`] : [];
  });

/** Returns the reason against a generation that begins before the deployment ends, if the stage and the code differ. */
const reasonAgainst = (name: string, [was, is]: readonly (Generation | undefined)[], nowMs: number) => {
  if (was && !is)
    return `The deployed stage has ${name}, and this code does not; deploy a commit that has it, because it has items.`;
  if (was?.shards === is?.shards) return [];
  if (was && is)
    return `The plan changes ${name} from ${was.shards} shards to ${is.shards}; keep ${was.shards}, because it has items.`;
  const allowed = `${formatMinute(nowMs + LEAD_MS + 60_000)} or later`;
  if (is && Date.parse(is.from) > nowMs) return `The plan begins ${name} too early; allowed: ${allowed}.`;
  return `The deployed stage does not have ${name}, which has begun; begin it ${allowed}, or import the items into a new stage if another stage has it.`;
};

/** Returns one sentence for each generation whose items a plan would not find. A new stack has no deployed plan. */
export const planErrors = (plan: ShardPlan = {}, deployed?: ShardPlan, nowMs = Date.now()) =>
  Object.keys({ ...deployed, ...plan }).flatMap((collection) => {
    const { [collection]: generations = [] } = plan;
    const faults = malformed(generations, collection);
    if (faults.length > 0 || !deployed) return faults;
    const kept = deployed[collection] ?? [];
    const begins = new Set([...kept, ...generations].map(({ from }) => from));
    const settled = [...begins].filter((from) => Date.parse(from) < nowMs + LEAD_MS);
    return settled.flatMap((from) => {
      const found = [kept, generations].map((some) => some.find((generation) => generation.from === from));
      return reasonAgainst(`the generation "${from}" of ${collection}`, found, nowMs);
    });
  });

/** Reads the plan of a stage, and the generations of all its deployments. */
export const planIn = ({ Metadata: { Plan, PastPlan } }: StageTemplate) => ({
  plan: Plan,
  all: { ...PastPlan, ...Plan },
});

/** Partition plan of a stage. Nothing confirms a plan that loses items. */
export const planFact = defineFact({
  isOfData: true,
  read: planIn,
  lost: (was, { plan }) => {
    // The items of a removed collection are lost by another fact.
    const kept = Object.entries(was.all).filter(([name]) => plan[name]);
    return planErrors(plan, Object.fromEntries(kept));
  },
});

/** Collections whose items routes find. */
export const collectionsFact = defineFact({
  name: 'models',
  isOfData: true,
  read: ({ Metadata }) => Object.keys(Metadata.Plan),
  lost: (was, is) =>
    was
      .filter((name) => !is.includes(name))
      .map((name) => `The collection ${name} is gone, and no route finds its items: keep it.`),
});
