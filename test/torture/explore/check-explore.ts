import { randomOf } from '../../support/random';
import { type CheckRun, type Finding, MAX_FAILURES } from '../check';
import { checkCombination, type Explored } from './combination';
import { startExplorer } from './explore';
import type { ExploredRequest } from './run';
import { scenarios } from './scenarios/scenarios';

export type ExploreSize = {
  readonly scenarios?: readonly string[];
  /** The number of requests that meet. A single request is repeated when its function has died or it got a 503. */
  readonly requests: 1 | 2 | 3;
  /** The number of faults in each schedule. */
  readonly faults: 0 | 1 | 2;
  /** Plays one of this many combinations, drawn at random. By default all of them. */
  readonly oneOf?: number;
  /** The number of schedules that are drawn for a combination with too many. By default all are played. */
  readonly draws?: number;
  /** The folder of the bundles. By default the bundles of the assembly. */
  readonly bundles?: string;
  /** True for functions that have no retry left. */
  readonly isWorn?: boolean;
  readonly maxFailures?: number;
};

/** Lists the combinations of some of the requests, each of `count` requests. A request may meet itself. */
const combinationsOf = (requests: readonly ExploredRequest[], count: number): ExploredRequest[][] =>
  count === 0
    ? [[]]
    : requests.flatMap((one, i) => combinationsOf(requests.slice(i), count - 1).map((others) => [one, ...others]));

/** Plays every order of the database calls of requests that meet, and every fault at each call. */
export const checkExplore = async ({ seed }: CheckRun, size: ExploreSize): Promise<Finding> => {
  const { requests: count, oneOf = 1, maxFailures = MAX_FAILURES } = size;
  const explorer = await startExplorer(size.bundles);
  const random = randomOf(seed);
  const total: Explored = { schedules: 0, calls: 0, problems: [] };
  let played = 0;
  try {
    for (const name of size.scenarios ?? Object.keys(scenarios)) {
      const scenario = scenarios[name];
      if (!scenario) throw new Error(`There is no scenario ${name}`);
      // A scenario from which nothing is drawn needs no table.
      let table: Awaited<ReturnType<typeof explorer.setUp>> | undefined;
      const requests = count === 3 ? scenario.requests.filter(({ isHot }) => isHot) : scenario.requests;
      const heatOf = (combination: readonly ExploredRequest[]) => combination.filter(({ isHot }) => isHot).length;
      // Two walks change nothing.
      const combinations = combinationsOf(requests, count)
        .filter((all) => count === 1 || !all.every(({ walked }) => walked))
        .sort((one, other) => heatOf(other) - heatOf(one));
      for (const combination of combinations) {
        if (random.below(oneOf) > 0 || total.problems.length >= maxFailures) continue;
        played++;
        table ??= await explorer.setUp(scenario);
        const explored = await checkCombination({ ...explorer, scenario, random, table }, combination, size);
        total.schedules += explored.schedules;
        total.calls += explored.calls;
        total.problems.push(...explored.problems.slice(0, 2).map((problem) => `${name}: ${problem}`));
      }
    }
  } finally {
    await explorer.close();
  }
  const measured = `${played} combinations, ${total.schedules} schedules, ${total.calls} calls`;
  return { measured, failures: total.problems.slice(0, maxFailures) };
};
