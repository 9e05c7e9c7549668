import { type Epoch, plan as emptyPlan, type PartitionPlan } from '../../../functions/table/partition';
import { planFaults } from '../../../lib/deploy/partitions';
import { now } from '../../support/time';

const nowMs = Date.parse(now);
const plan = (...POST: Epoch[]): PartitionPlan => ({ ...emptyPlan, POST });
const faults = (next: PartitionPlan, had: PartitionPlan = emptyPlan) => planFaults(next, had, nowMs);

const past = { since: '2026-01-01T00:00Z', shards: 4 };
const soon = { since: '2026-11-20T00:59Z', shards: 4 };
const next = { since: '2026-11-20T01:00Z', shards: 8 };
const later = { since: '2027-01-01T00:00Z', shards: 16 };

const early = ({ since }: Epoch) =>
  `The epoch "${since}" of POST begins too early; allowed: 2026-11-20T01:01Z or later.`;
const shrunk = ({ since }: Epoch) =>
  `The plan changes or drops the epoch "${since}" of POST; keep it, because it has items.`;

describe('a partition plan is accepted', () => {
  test.each([
    ['with no epoch', plan(), undefined],
    ['with a new epoch that begins in an hour', plan(next), undefined],
    ['with a new epoch after those that have begun', plan(past, soon, later), plan(past, soon)],
    ['with a recorded epoch that has begun, unchanged', plan(past), plan(past)],
    [
      'without, or with another number of shards in, an epoch that begins much later',
      plan(past, { ...later, shards: 8 }),
      plan(past, next, later),
    ],
    ['with the max number of shards', plan({ ...later, shards: 128 }), undefined],
  ])('%s', (_, given, had) => {
    expect(faults(given, had)).toEqual([]);
  });
});

describe('a partition plan is refused', () => {
  test.each([
    ['with an epoch in the past', plan(past, later), undefined, [early(past)]],
    ['with an epoch that begins before a deployment ends', plan(soon), undefined, [early(soon)]],
    ['with an epoch that is recorded for another stage only', plan(soon), plan(), [early(soon)]],
    ['without an epoch that has begun', plan(later), plan(past, later), [shrunk(past)]],
    ['without a recorded epoch that is about to begin', plan(past), plan(past, soon), [shrunk(soon)]],
    [
      'with another number of shards in an epoch that has begun',
      plan({ ...past, shards: 8 }),
      plan(past),
      [shrunk(past), early(past)],
    ],
  ])('%s', (_, given, had, expected) => {
    expect(faults(given, had)).toEqual(expected);
  });

  test('but never for a new stage, whose table begins empty', () => {
    expect(planFaults(plan(past, soon), undefined, nowMs)).toEqual([]);
  });

  test.each(['2027', '2027-01-01', '2027-01-01T00:00:00.000Z', '2027-02-30T00:00Z', '2027-01-01T00:00', 'soon', ''])(
    'with an epoch whose start is not a time: "%s"',
    (since) => {
      expect(faults({ ...emptyPlan, USER: [{ since, shards: 1 }] })).toEqual([
        `The epoch "${since}" of USER is not a time; allowed: a minute in UTC such as 2027-01-01T00:00Z.`,
      ]);
    },
  );

  test.each([0, -1, 1.5, 129, Number.NaN])('with %d shards', (shards) => {
    expect(faults(plan({ ...later, shards }))).toEqual([
      `The epoch "${later.since}" of POST has ${shards} shards; allowed: a whole number from 1 to 128.`,
    ]);
  });

  test('with epochs out of order or twice', () => {
    const behind = `of POST is listed after "${later.since}"; allowed: a later time.`;
    expect(faults(plan(later, next))).toEqual([`The epoch "${next.since}" ${behind}`]);
    expect(faults(plan(later, later))).toEqual([`The epoch "${later.since}" ${behind}`]);
  });
});
