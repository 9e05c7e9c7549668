import type { Random } from '../../support/random';
import type { ExploreSize } from './check-explore';
import type { startExplorer } from './explore';
import { type AllowedRun, isDivisible, problemOf } from './judge';
import { type Choose, describeRun, type ExploredRequest, type Run, type Scenario } from './run';

type Explorer = Awaited<ReturnType<typeof startExplorer>>;
type Ground = Explorer & {
  readonly scenario: Scenario;
  readonly table: Awaited<ReturnType<Explorer['setUp']>>;
  readonly random: Random;
};
export type Explored = { schedules: number; calls: number; readonly problems: string[] };

/** Maximum number of schedules of a deletion by force, and the number of schedules that are drawn instead of the rest. */
const [MAX_SCHEDULES, DRAWN] = [300, 50];

/** Plays each schedule once, depth first. `play` plays one by its choices. Returns false when there are more than `max`. */
export const everySchedule = async (play: (choose: Choose) => Promise<void>, max: number) => {
  for (let [prefix, count]: [number[], number] = [[], 0]; count < max; count++) {
    const [path, widths]: [number[], number[]] = [[], []];
    await play(({ length }) => {
      const choice = Math.min(prefix[path.length] ?? 0, length - 1);
      path.push(choice);
      widths.push(length);
      return choice;
    });
    const last = path.findLastIndex((choice, i) => choice + 1 < (widths[i] ?? 0));
    if (last < 0) return true;
    prefix = [...path.slice(0, last), (path[last] ?? 0) + 1];
  }
  return false;
};

/** Joins two runs that were played one after the other. */
const joined = (first: Run, second: Run): Run => {
  const later = second.slots.map((slot) => ({ ...slot, steps: slot.steps.map((step) => step + first.trace.length) }));
  return {
    slots: [...first.slots, ...later],
    trace: [...first.trace, ...second.trace],
    tables: [...first.tables, ...second.tables],
    items: second.items,
  };
};

/** Plays the schedules of requests that meet, and judges each by the runs of the requests one after the other. */
export const checkCombination = async (ground: Ground, requests: readonly ExploredRequest[], size: ExploreSize) => {
  const { play, restore, scenario, table, random } = ground;
  const { requests: count, faults, draws, isWorn } = size;
  const explored: Explored = { schedules: 0, calls: 0, problems: [] };

  const run = async (sent: readonly ExploredRequest[], options: Parameters<Explorer['play']>[2] = {}) => {
    const played = await play(scenario, sent, { ...options, tags: table.tags });
    explored.calls += played.trace.length;
    return played;
  };
  const reset = () => restore(table.items);

  /** Runs requests one after the other, in every order. Each order goes on where the run of its beginning ended. */
  const serialRuns = async () => {
    const slots = count === 1 ? [...requests, ...requests] : requests;
    const serial: AllowedRun[] = [{ order: [], run: { slots: [], trace: [], tables: [], items: table.items } }];
    for (const { order, run: before } of serial) {
      for (const [place, request] of slots.entries()) {
        if (order.includes(place)) continue;
        restore(before.items);
        serial.push({ order: [...order, place], run: joined(before, await run([request])) });
      }
    }
    return serial.filter(({ order }) => faults > 0 || order.length >= requests.length);
  };

  /** Returns the runs in which other requests meet the steps of a deletion by force as one step each, in every order. */
  const dividedRuns = async () => {
    const divided: AllowedRun[] = [];
    const removal = requests.findIndex((request) => isDivisible({ request }));
    if (count === 1 || removal < 0) return [];
    const others = [...requests.keys()].filter((index) => index !== removal);
    for (const [x = 0, y = x] of count === 3 ? [others, others.toReversed()] : [others]) {
      /** Requests in their order before a step of the deletion, and behind it. */
      const turns = [
        [
          [removal, x, y],
          [x, y, removal],
        ],
        ...(count === 3
          ? [
              [
                [x, removal, y],
                [x, y, removal],
              ],
              [
                [removal, x, y],
                [x, removal, y],
              ],
            ]
          : []),
      ];
      for (const [first = [], second = []] of turns)
        for (let [before, isOver] = [1, false]; !isOver; before++) {
          let steps = 0;
          isOver = true;
          reset();
          const choose: Choose = (options) => {
            if (steps === before) isOver = false;
            const turn = isOver ? first : second;
            const at =
              turn.map((each) => options.findIndex(({ index }) => index === each)).find((found) => found >= 0) ?? 0;
            if (options[at]?.index === removal) steps++;
            return at;
          };
          const played = await run(requests, { choose });
          const order = count === 3 ? [x, removal, y] : [...requests.keys()];
          divided.push({ order, run: { ...played, slots: order.flatMap((place) => played.slots[place] ?? []) } });
        }
    }
    return divided;
  };

  const serial = await serialRuns();
  const { status, code } = serial.find(({ order }) => order.length === 1)?.run.slots[0]?.response ?? {};
  const [{ answer = '', line } = { line: '' }] = requests;
  if (count === 1 && answer && answer !== `${status} ${code}`.trim())
    explored.problems.push(`${line} alone is answered ${status} ${code}; expected is ${answer}`);
  const hidesFault = count === 1 && !isWorn && !scenario.ownership && !(Number(scenario.aheadMs) < 0);
  const allowed = { start: table.items, runs: [...serial, ...(await dividedRuns())], hidesFault };

  const visit = async (choose: Choose, ownFaults: number = faults) => {
    reset();
    const played = await run(requests, { choose, faults: ownFaults, reduces: true, isWorn });
    if (played.isRepeat) return;
    explored.schedules++;
    const isUnanswered = played.slots.some(({ response }) => !response || response.status === 503);
    const judged = count === 1 && isUnanswered ? joined(played, await run(requests)) : played;
    const problem = problemOf(judged, { ...allowed, lacksEntries: scenario.lacksEntries });
    if (problem) explored.problems.push(`${describeRun(judged)}: ${problem}`);
  };
  // Two deletions by force can have ten thousand schedules, and only the invariants judge them. A walk has many calls.
  const areForced = count === 2 && requests.every((request) => isDivisible({ request }));
  const isForced = count === 2 && faults === 0 && requests.some((request) => isDivisible({ request }));
  const isVast = count === 3 || (faults > 0 && (areForced || requests.some(({ walked }) => walked)));
  const draw = async (times: number) => {
    for (let i = 0; i < times; i++) await visit(({ length }) => random.below(length));
  };
  if (isVast && draws) await draw(draws);
  else if (!(await everySchedule(visit, isForced ? MAX_SCHEDULES : Number.POSITIVE_INFINITY))) await draw(DRAWN);
  const refuse: Choose = (options) => options.findIndex(({ outcome }) => outcome === 'refused');
  if (count === 1 && faults > 0) await visit(refuse, Number.POSITIVE_INFINITY);
  return explored;
};
