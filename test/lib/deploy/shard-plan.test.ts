import { plan as emptyPlan, type Generation, type ShardPlan } from '../../../functions/table/shards';
import { planErrors } from '../../../lib/deploy/shard-plan';
import { now } from '../../support/time';

const nowMs = Date.parse(now);
const plan = (...POST: Generation[]): ShardPlan => ({ ...emptyPlan, POST });

const past = { from: '2026-01-01T00:00Z', shards: 4 };
const soon = { from: '2026-11-20T00:59Z', shards: 4 };
const next = { from: '2026-11-20T01:00Z', shards: 8 };
const later = { from: '2027-01-01T00:00Z', shards: 16 };
const last = { from: '2028-01-01T00:00Z', shards: 32 };

const early = ({ from }: Generation) =>
  `The generation "${from}" of POST begins too early; allowed: 2026-11-20T01:01Z or later.`;
const shrunk = ({ from }: Generation) =>
  `The plan changes or drops the generation "${from}" of POST; keep it, because it has items.`;

test.each([
  ['a new generation that begins in an hour', plan(next), emptyPlan],
  ['a new generation after those that have begun', plan(past, soon, later), plan(past, soon)],
  ['a recorded generation that has begun, unchanged', plan(past), plan(past)],
  ['a generation left out that begins much later', plan(past), plan(past, later)],
  ['other shards in a generation that begins much later', plan(past, { ...later, shards: 8 }), plan(past, later)],
])('a partition plan is accepted with %s', (_, given, had) => {
  expect(planErrors(given, had, nowMs)).toEqual([]);
});

test.each([
  ['a generation in the past', plan(past, later), emptyPlan, [early(past)]],
  ['a generation that begins before a deployment ends', plan(soon), emptyPlan, [early(soon)]],
  ['a generation left out that has begun', plan(later), plan(past, later), [shrunk(past)]],
  ['a recorded generation left out that is about to begin', plan(past), plan(past, soon), [shrunk(soon)]],
  [
    'another number of shards in a generation that has begun',
    plan({ ...past, shards: 8 }),
    plan(past),
    [shrunk(past), early(past)],
  ],
])('a partition plan is refused with %s', (_, given, had, expected) => {
  expect(planErrors(given, had, nowMs)).toEqual(expected);
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
