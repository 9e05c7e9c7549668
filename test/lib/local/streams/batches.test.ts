import { type BatchOutcome, deliverBatch } from '../../../../lib/local/streams/batches';
import type { StreamRecord } from '../../../../lib/local/streams/stream';
import { numbersOf, recordOf } from './records';

type Played = { readonly outcomes: readonly BatchOutcome[]; readonly isHalved?: boolean; readonly oldAfter?: number };

/** Delivers the records 1 to 4 to a function with these outcomes, which then handles all. Returns what it got, and what expired. */
const play = async ({ outcomes, isHalved = true, oldAfter = Number.POSITIVE_INFINITY }: Played) => {
  const left = [...outcomes];
  const got: number[][] = [];
  const expired: number[][] = [];
  const pauses: number[] = [];
  const isDone = await deliverBatch(
    [1, 2, 3, 4].map((number) => recordOf(number)),
    {
      isHalved,
      invoke: async (records) => {
        got.push(numbersOf(records));
        return left.length > 0 ? left.shift() : [];
      },
      isExpired: ({ dynamodb }: StreamRecord) => got.length >= oldAfter && Number(dynamodb.SequenceNumber) < 3,
      onExpired: (records) => expired.push(numbersOf(records)),
      pause: async (tries) => pauses.push(tries) < 6,
    },
  );
  return { got, expired, pauses, isDone };
};

describe('a batch', () => {
  test.each<[string, Played, Partial<Awaited<ReturnType<typeof play>>>]>([
    ['is handled once', { outcomes: [[]] }, { got: [[1, 2, 3, 4]], pauses: [], isDone: true }],
    [
      'is halved until the record that fails is alone, which comes again in its order',
      { outcomes: [undefined, undefined, undefined] },
      { got: [[1, 2, 3, 4], [1, 2], [1], [1], [2], [3, 4]], pauses: [1] },
    ],
    [
      'comes again as a whole where it is not halved',
      { outcomes: [undefined], isHalved: false },
      {
        got: [
          [1, 2, 3, 4],
          [1, 2, 3, 4],
        ],
      },
    ],
    [
      'comes again from the first failed record on',
      { outcomes: [['4', '2'], ['3']] },
      {
        got: [
          [1, 2, 3, 4],
          [2, 3, 4],
          [3, 4],
        ],
        pauses: [1, 2],
      },
    ],
    [
      'comes again as a whole after an unknown number',
      { outcomes: [['9']] },
      {
        got: [
          [1, 2, 3, 4],
          [1, 2, 3, 4],
        ],
      },
    ],
    [
      'goes on without the records that are too old',
      { outcomes: [['1'], ['1']], oldAfter: 2 },
      {
        got: [
          [1, 2, 3, 4],
          [1, 2, 3, 4],
          [3, 4],
        ],
        expired: [[1, 2]],
        isDone: true,
      },
    ],
    ['ends unhandled when the service stops', { outcomes: Array(9).fill(['1']) }, { isDone: false }],
  ])('%s', async (_, played, expected) => {
    expect(await play(played)).toMatchObject(expected);
  });
});
