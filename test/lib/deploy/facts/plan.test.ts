import type { Generation, ShardPlan } from '../../../../functions/kit/entity';
import { planErrors } from '../../../../lib/deploy/facts/plan';
import { confirmable } from '../../../../lib/stack/context';
import { now } from '../../../support/time';
import { refusals, templateWith } from '../templates';

const nowMs = Date.parse(now);
const plan = (...POST: Generation[]) => ({ USER: [], POST });

const past = { from: '2026-01-01T00:00Z', shards: 4 };
const soon = { from: '2026-11-20T00:59Z', shards: 4 };
const next = { from: '2026-11-20T01:00Z', shards: 8 };
const later = { from: '2027-01-01T00:00Z', shards: 16 };
const last = { from: '2028-01-01T00:00Z', shards: 32 };

const named = ({ from }: Generation) => `the generation "${from}" of POST`;
const unknown = (generation: Generation) =>
  `The deployed stage has ${named(generation)}, and this code does not; deploy a commit that has it, because it has items.`;
const allowed = '2026-11-20T01:01Z or later';
const unsettled = `The deployed stage does not have ${named(past)}, which has begun; begin it ${allowed}, or import the items into a new stage if another stage has it.`;
const reshaped = `The plan changes ${named(past)} from 4 shards to 8; keep 4, because it has items.`;
const early = `The plan begins ${named(soon)} too early; allowed: ${allowed}.`;

test.each<[change: string, given: ShardPlan, had: ShardPlan | undefined, ...errors: string[]]>([
  ['is accepted with a new generation that begins in an hour', plan(next), plan()],
  ['is accepted with a new generation after those that have begun', plan(past, soon, later), plan(past, soon)],
  ['is accepted with a recorded generation that has begun, unchanged', plan(past), plan(past)],
  ['is accepted without a generation that begins much later', plan(past), plan(past, later)],
  ['is accepted with other shards much later', plan(past, { ...later, shards: 8 }), plan(past, later)],
  ['of a new stage may begin in the past, because its table is empty', plan(past, soon), undefined],
  ['is refused with other shards in a generation that has begun', plan({ ...past, shards: 8 }), plan(past), reshaped],
  ['is refused with a generation that has begun without the stage', plan(past, later), plan(), unsettled],
  ['is refused without a generation, as in an older commit', plan(later), plan(past, later), unknown(past)],
  ['is refused without a collection that has a generation of the stage', {}, plan(past), unknown(past)],
  ['is refused without a generation of the stage that is about to begin', plan(past), plan(past, soon), unknown(soon)],
  ['is refused with a generation that begins before a deployment ends', plan(soon), plan(), early],
])('a partition plan %s', (_, given, had, ...errors) => {
  expect(planErrors(given, had, nowMs)).toEqual(errors);
});

test.each([
  ...['2027-01-01', '2027-01-01T00:00:00.000Z', '2027-02-30T00:00Z', '2027-01-01T00:00', 'soon', ''].map((from) => ({
    generation: { from, shards: 1 },
    reason: 'is not a time; allowed: a minute in UTC such as 2027-01-01T00:00Z.',
  })),
  ...[0, 1.5, 129].map((shards) => ({
    generation: { ...last, shards },
    reason: `has ${shards} shards; allowed: a whole number from 1 to 128.`,
  })),
  ...[next, later].map((generation) => ({
    generation,
    reason: `is listed after "${later.from}"; allowed: a later time.`,
  })),
])('a partition plan is refused, also for a new stage, because $generation $reason', ({ generation, reason }) => {
  const sentence = `The generation "${generation.from}" of POST ${reason}`;
  expect(planErrors(plan({ ...later, shards: 128 }, generation), undefined, nowMs)).toEqual([sentence]);
});

test('a deployment of a resource that comes back without its shards is refused, whatever it confirms', () => {
  const deployed = templateWith({ PastPlan: { USER: [past], POST: [past] } });
  const over = (...USER: Generation[]) => refusals(deployed, templateWith({ Plan: { USER } }), ...confirmable);
  expect(over()).toEqual([unknown(past).replace('POST', 'USER')]);
  expect(over(past)).toEqual([]);
});

test('a deployment whose resource has another collection is refused, unless it confirms the models', () => {
  const over = (...confirm: string[]) =>
    refusals(templateWith({ Plan: { POST: [past] } }), templateWith({ Plan: { NEWS: [] } }), ...confirm);
  const advice = 'no route finds its items: keep it, or confirm with -c confirm=models.';
  expect(over()).toEqual([`The collection POST is gone, and ${advice}`]);
  expect(over('models')).toEqual([]);
});
