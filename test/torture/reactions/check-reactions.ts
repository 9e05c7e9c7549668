import { temporaryFolder } from '../../support/folder';
import { randomOf } from '../../support/random';
import { type CheckRun, type Finding, MAX_FAILURES } from '../check';
import { everySchedule } from '../explore/combination';
import { startExplorer } from '../explore/explore';
import { describeRun, type Run, type Scenario } from '../explore/run';
import { scenarios } from '../explore/scenarios/scenarios';
import { startTable } from '../explore/table';
import { bundleFollowed, FOLLOWED } from './bundle-followed';
import { type DeliveryGround, deliverOnce } from './deliver';
import { startHistory } from './history';
import { drawRun, type PlayGround, playAlone, unprovenAnswer, writesIn } from './play';
import { startShowing } from './shown';
import type { Counts } from './trouble';

export type ReactionsSize = Pick<DeliveryGround, 'patternOf' | 'letsOthersPass'> & {
  readonly scenarios?: readonly string[];
  /** Plays each fault at each call of one of this many requests, drawn at random. */
  readonly oneOf: number;
  /** The number of runs of drawn requests in each scenario. */
  readonly draws: number;
  /** The number of times that the records of a run are delivered, each time with other trouble. */
  readonly deliveries: number;
  /** Defects of the kit, such as `kit/reactions/record.ts: a ==> b`. */
  readonly defects?: readonly string[];
  readonly maxFailures?: number;
};

/** Maximum number of schedules of a request. A deletion by force has more. */
const MAX_SCHEDULES = 60;

/** Plays writes with faults, and delivers the changes in the table's stream to reactions, as Lambda does. */
export const checkReactions = async ({ seed }: CheckRun, size: ReactionsSize): Promise<Finding> => {
  const { oneOf, draws, deliveries, defects = [], maxFailures = MAX_FAILURES } = size;
  const bundles = temporaryFolder();
  await bundleFollowed(bundles, defects);
  const history = await startHistory(seed);
  const explorer = await startExplorer(undefined, history);
  const table = await startTable();
  const { functions, endpoint } = history;
  const random = randomOf(seed);
  const counts: Counts = {};
  const count = (name: string, by: number) => {
    counts[name] = (counts[name] ?? 0) + by;
  };
  // The reaction has the variables of a function that uses the table.
  const like = functions.filter(({ environment }) => 'TABLE_NAME' in environment).slice(0, 1);
  const reaction = like.map((one) => ({ ...one, name: FOLLOWED }));
  const delivery = { ...size, deployment: { functions: reaction, endpoint, bundles }, table, counts };
  const failures: string[] = [];
  const shows = [false, true].map((ownership) => startShowing({ functions, endpoint }, ownership));

  /** Delivers the changes of a run, and judges what arrives. Returns what is wrong first. */
  const judge = async ({ scenario: { ownership = false }, table }: PlayGround, rounds: readonly Run[]) => {
    const { records, changes } = await history.end();
    const shown = (await shows[Number(ownership)]?.(changes)) ?? [];
    const isFault = (step: string) => step.split(' ').length > 2 && !step.endsWith('arrives');
    const steps = rounds.flatMap(({ trace }) => trace);
    count('runs', 1);
    count('calls', steps.length);
    count('faults', steps.filter(isFault).length);
    count('changes', changes.length);
    count('written', records.length);
    const problems = [unprovenAnswer(rounds, changes, table.items) ?? []].flat();
    for (let i = 0; i < deliveries && problems.length === 0; i++) {
      const ground = { ...delivery, random: randomOf(random.below(2 ** 31)) };
      problems.push(...(await deliverOnce(ground, { records, changes: shown, ownership })));
    }
    return problems[0];
  };

  const playScenario = async (name: string, scenario: Scenario) => {
    const writes = writesIn(scenario.requests);
    if (writes.length === 0) return;
    const ground = { explorer, history, scenario, table: await explorer.setUp(scenario), random };
    const play = async (playRun: () => Promise<readonly Run[]>) => {
      if (failures.length >= maxFailures) return;
      const rounds = await playRun();
      const problem = await judge(ground, rounds);
      if (problem) failures.push(`${name}: ${rounds.map(describeRun).join(' || ')}: ${problem}`);
    };
    for (const request of writes.filter(() => random.below(oneOf) === 0))
      await everySchedule((choose) => play(() => playAlone(ground, request, choose)), MAX_SCHEDULES);
    for (let i = 0; i < draws; i++) await play(() => drawRun(ground));
  };

  try {
    for (const name of size.scenarios ?? Object.keys(scenarios)) {
      const scenario = scenarios[name];
      if (!scenario) throw new Error(`There is no scenario ${name}`);
      await playScenario(name, scenario);
    }
  } finally {
    await Promise.all([explorer.close(), table.close()]);
  }
  const figure = (name: string, text = name) => `${counts[name] ?? 0} ${text}`;
  const measured = [
    figure('runs'),
    figure('calls'),
    figure('faults'),
    figure('written', 'records'),
    figure('changes'),
    figure('deliveries'),
    figure('batches'),
    figure('call', 'faults of reactions'),
    figure('killed', 'killed instances'),
  ];
  return { measured: measured.join(', '), failures };
};
