import { resources } from '../../../functions/resources';
import { brokenEntries } from '../../support/dynamodb/invariants';
import { randomOf } from '../../support/random';
import { type CheckRun, type Finding, MAX_FAILURES } from '../check';
import { checkCombination } from '../explore/combination';
import { startExplorer } from '../explore/explore';
import { problemOf, signatureOf } from '../explore/judge';
import { describeRun, type ExploredRequest, type Run, type Scenario } from '../explore/run';
import { scenariosOf } from '../explore/scenarios/scenarios';
import { laterChanges } from '../explore/scenarios/versions';
import { problemOfWalk } from '../explore/scenarios/walks';
import { itemsOf } from '../explore/table';
import { buildCommit, findOldCommit, type Version } from './versions';

/** Returns the scenarios of both versions. A resource has that of the old version, because its clients know no other. */
export const sharedScenarios = ([older, newer]: readonly [Version, Version]) => {
  const shared = older.resources.filter(({ path }) => newer.resources.some((resource) => resource.path === path));
  return shared.flatMap((resource) =>
    scenariosOf(resource, shared).map(([, scenario]) => ({
      ...scenario,
      later: laterChanges(resource, newer.resources),
    })),
  );
};

type Shared = ReturnType<typeof sharedScenarios>[number];

/** Lists reads of what the setup has made: each resource, its collection, and the lists of the explorer. */
const readsOf = ({ setup, requests, reads = [] }: Scenario): readonly ExploredRequest[] => {
  const members = setup.map(({ line, claims }) => ({ line: line.replace('PUT', 'GET'), claims }));
  const collections = members.map((member) => ({ ...member, line: member.line.replace(/\/[^/]*$/, '') }));
  const all = [...members, ...collections, ...requests, ...reads];
  return all.filter(({ line }, i) => line.startsWith('GET') && all.findIndex((other) => other.line === line) === i);
};

const isRefused = ({ slots: [slot] }: Run) => Number(slot?.response?.status) >= 400;
const answersOf = (run: Run) => signatureOf({ ...run, items: [] }, undefined, false).split('\n');
const onlyIn = (run: Run, other: Run) => answersOf(run).filter((answer) => !answersOf(other).includes(answer));
const differenceOf = (run: Run, expected: Run) =>
  onlyIn(expected, run).length > 0 ? `${onlyIn(run, expected)} instead of ${onlyIn(expected, run)}` : undefined;

/** Plays two versions on one table, up to the first scenario with a failure. Plays one of `oneOf` pairs of requests. */
export const playVersions = async (run: CheckRun, build: () => readonly [Version, Version], oneOf: number) => {
  const explorer = await startExplorer();
  const random = randomOf(run.seed);
  const failures: string[] = [];
  const total = { requests: 0, schedules: 0 };
  const reset = ({ table }: Side) => explorer.restore(table.items);
  /** Returns a version with the table that it makes. */
  const sideOf = async (name: string, { bundles }: Version, scenario: Scenario) => {
    const { setup, dying } = scenario;
    const sent = (request: ExploredRequest) => ({ ...request, bundles });
    const own = { ...scenario, setup: setup.map(sent), dying: dying && sent(dying) };
    const fail = ({ message }: Error) => Promise.reject(new Error(`The ${name} code: ${message}`));
    const table = await explorer.setUp(own).catch(fail);
    /** Reads what the setup has made. */
    const read = () => explorer.play(scenario, readsOf(scenario).map(sent));
    return { name, sent, requests: scenario.requests.map(sent), table, read };
  };
  type Side = Awaited<ReturnType<typeof sideOf>>;
  /** Compares what a version answers and reads after the other version with what it answers and reads alone. */
  const playRequest = async (scenario: Scenario, request: ExploredRequest, [reader, other]: readonly [Side, Side]) => {
    let alone: readonly [served: Run, read: Run] | undefined;
    const sides = [reader, other];
    const allowed = { hidesFault: false, lacksEntries: scenario.lacksEntries };
    for (const [maker, server] of sides.flatMap((one) => sides.map((each) => [one, each] as const))) {
      reset(maker);
      const served = await explorer.play(scenario, [server.sent(request)], { tags: maker.table.tags });
      const read = await reader.read();
      alone ??= [served, read];
      const problem =
        problemOf(served, { ...allowed, start: maker.table.items, runs: [{ order: [0], run: served }] }) ??
        read.slots.flatMap((slot) => problemOfWalk(slot, read) ?? [])[0] ??
        (server === reader ? differenceOf(served, alone[0]) : undefined) ??
        (isRefused(served) === isRefused(alone[0]) ? differenceOf(read, alone[1]) : undefined);
      const who = `made by the ${maker.name} code, changed by the ${server.name}, read by the ${reader.name}`;
      if (problem) failures.push(`${who}: ${describeRun(served)}: ${problem}`);
    }
  };
  const playScenario = async ({ later, ...shared }: Shared, [older, newer]: readonly [Version, Version]) => {
    const [old, now] = [await sideOf('old', older, shared), await sideOf('new', newer, shared)];
    // Code from before the entries leaves them as they are.
    const scenario = { ...shared, lacksEntries: brokenEntries(itemsOf(old.table.items)).length > 0 };
    for (const request of scenario.requests) {
      total.requests++;
      await playRequest(scenario, request, [old, now]);
      await playRequest(scenario, request, [now, old]);
    }
    // Only the new code serves the later versions of a resource.
    const all = [...now.requests, ...later.map(now.sent)];
    const pairs = old.requests.flatMap((one) => all.map((other) => [one, other]));
    for (const side of [old, now]) {
      reset(side);
      const ground = { ...explorer, scenario, random, table: side.table };
      for (const pair of pairs.filter(() => random.below(oneOf) === 0)) {
        const { schedules, problems } = await checkCombination(ground, pair, { requests: 2, faults: 0 });
        total.schedules += schedules;
        failures.push(...problems.map((text) => `made by the ${side.name} code, A by the old, B by the new: ${text}`));
      }
    }
  };
  const playAll = async () => {
    const versions = build();
    for (const one of sharedScenarios(versions)) if (failures.length === 0) await playScenario(one, versions);
  };
  await playAll().catch(({ message }: Error) => failures.push(message));
  await explorer.close();
  return {
    measured: `${total.requests} requests, ${total.schedules} schedules`,
    failures: failures.slice(0, MAX_FAILURES),
  };
};

/** Plays the code of a commit and this code. Without an earlier commit, this code is the old code, too. */
export const checkUpgrade = async (run: CheckRun, oneOf: number): Promise<Finding> => {
  const { commit, name } = run.from ? { commit: run.from, name: run.from } : findOldCommit();
  const newer = { resources };
  const { measured, failures } = await playVersions(run, () => [commit ? buildCommit(commit) : newer, newer], oneOf);
  return { measured: `from ${name}: ${measured}`, failures };
};
