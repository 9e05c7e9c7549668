import type { Generation } from '../../../functions/plan';
import { planErrors } from '../../../lib/deploy/shard-plan';
import { now } from '../../support/time';

const nowMs = Date.parse(now);
const plan = (...POST: Generation[]) => ({ USER: [], POST });

const past = { from: '2026-01-01T00:00Z', shards: 4 };
const soon = { from: '2026-11-20T00:59Z', shards: 4 };
const next = { from: '2026-11-20T01:00Z', shards: 8 };
const later = { from: '2027-01-01T00:00Z', shards: 16 };
const last = { from: '2028-01-01T00:00Z', shards: 32 };

test.each([
  ['a new generation that begins in an hour', plan(next), plan()],
  ['a new generation after those that have begun', plan(past, soon, later), plan(past, soon)],
  ['a recorded generation that has begun, unchanged', plan(past), plan(past)],
  ['a generation left out that begins much later', plan(past), plan(past, later)],
  ['other shards in a generation that begins much later', plan(past, { ...later, shards: 8 }), plan(past, later)],
])('a partition plan is accepted with %s', (_, given, had) => {
  expect(planErrors(given, had, nowMs)).toEqual([]);
});

const unknown = ({ from }: Generation) =>
  `The deployed stage has the generation "${from}" of POST, and this code does not; deploy a commit that has it, because it has items.`;
const allowed = '2026-11-20T01:01Z or later';
test.each([
  [
    'other shards in a generation that has begun',
    plan({ ...past, shards: 8 }),
    plan(past),
    `The plan changes the generation "${past.from}" of POST from 4 shards to 8; keep 4, because it has items.`,
  ],
  [
    'a generation that has begun, which the stage does not have',
    plan(past, later),
    plan(),
    `The deployed stage does not have the generation "${past.from}" of POST, which has begun; begin it ${allowed}, or import the items into a new stage if another stage has it.`,
  ],
  ['no generation that the stage has, as in an older commit', plan(later), plan(past, later), unknown(past)],
  ['no collection that has a generation of the stage', {}, plan(past), unknown(past)],
  ['no generation of the stage that is about to begin', plan(past), plan(past, soon), unknown(soon)],
  [
    'a generation that begins before a deployment ends',
    plan(soon),
    plan(),
    `The plan begins the generation "${soon.from}" of POST too early; allowed: ${allowed}.`,
  ],
])('a partition plan is refused with %s', (_, given, had, expected) => {
  expect(planErrors(given, had, nowMs)).toEqual([expected]);
});

const faultsOfNew = (...generations: Generation[]) => planErrors(plan(...generations), undefined, nowMs);

test('a partition plan of a new stage may begin in the past, because its table is empty', () => {
  expect(faultsOfNew(past, soon)).toEqual([]);
});

describe('a partition plan is refused, also for a new stage,', () => {
  test.each(['2027-01-01', '2027-01-01T00:00:00.000Z', '2027-02-30T00:00Z', '2027-01-01T00:00', 'soon', ''])(
    'with a generation whose start is not a time: "%s"',
    (from) => {
      expect(faultsOfNew({ from, shards: 1 })).toEqual([
        `The generation "${from}" of POST is not a time; allowed: a minute in UTC such as 2027-01-01T00:00Z.`,
      ]);
    },
  );

  test.each([0, 1.5, 129])('with %d shards', (shards) => {
    expect(faultsOfNew({ ...later, shards: 128 }, { ...last, shards })).toEqual([
      `The generation "${last.from}" of POST has ${shards} shards; allowed: a whole number from 1 to 128.`,
    ]);
  });

  test.each([next, later])('with a generation out of order or twice: %j', (generation) => {
    expect(faultsOfNew(later, generation)).toEqual([
      `The generation "${generation.from}" of POST is listed after "${later.from}"; allowed: a later time.`,
    ]);
  });
});
