import { temporaryFolder } from '../../support/folder';
import { type CheckRun, type Finding, MAX_FAILURES } from '../check';
import { startInProcess } from '../in-process';
import { type Random, randomOf } from '../random';
import { createCollections } from './collections';
import { playHistory } from './history';
import { linearize } from './linearize';
import { bundleWithDefect, type DefectName, defects, namesOfDefects } from './planted';
import type { HistoryOperation } from './step';
import { brokenTable, type PlayedHistory } from './stored';

type HistorySize = {
  /** The minimum number of operations, over all rates together. */
  readonly operations: number;
  /** The shares of calls to the table, from 0 to 1, that get a fault. */
  readonly rates: readonly number[];
  /** The number of resources in use at once. With enough of them, clients that wait for a retry cost no time. */
  readonly concurrency: number;
  /** True for a stage with ownership, where three callers use each resource. */
  readonly ownership?: boolean;
};

/** The limit of operations until a planted defect must be found. The slowest defect took 2,200 operations. */
const MAX_OPERATIONS_FOR_DEFECT = 20_000;
const MAX_OPERATIONS_FOR_OWNER_DEFECT = 1000;

/** Prints a history. Each operation has its place in the longest order, or a question mark. */
const reportOf = (history: readonly HistoryOperation[], longest: readonly HistoryOperation[]) => {
  const ordered = longest.map(({ line }) => line);
  const lines = history.map(({ line }) => {
    const place = ordered.indexOf(line);
    return `  ${place < 0 ? '?' : place + 1} ${line}`;
  });
  const placed = `${longest.length} of ${history.length} operations have a place`;
  return `no order explains this history; ${placed}:\n${lines.join('\n')}`;
};

type PlayOptions = HistorySize & { readonly bundles?: string; readonly maxFailures: number };

/** Plays histories until there are enough operations, or enough histories without an order. */
const play = async (run: CheckRun, options: PlayOptions) => {
  const { operations, rates, concurrency, ownership, bundles, maxFailures } = options;
  const service = await startInProcess({ assembly: run.assembly, seed: run.seed, bundles, ownership });
  const random = randomOf(run.seed);
  const failures: string[] = [];
  const counts = { resources: 0, operations: 0, unknown: 0, undecided: 0, foreign: 0 };
  const played: PlayedHistory[] = [];
  const timer = setInterval(() => run.progress(`${counts.operations} of ${operations} operations`), 1000);
  try {
    const collections = await createCollections(service, ownership);
    const work = async (own: Random, rate: number, enough: number) => {
      while (counts.operations < enough && failures.length < maxFailures) {
        const { id, history } = await playHistory(service.invoke, own.pick(collections), own.fork());
        counts.resources++;
        counts.operations += history.length;
        counts.unknown += history.filter(({ outcome }) => outcome === 'unknown').length;
        counts.foreign += history.filter(({ outcome }) => /^foreign/.test(outcome)).length;
        if (ownership) played.push({ id, history });
        const longest = linearize(history);
        if (longest === 'undecided') counts.undecided++;
        if (!longest || longest === 'undecided' || failures.length === maxFailures) continue;
        failures.push(`faults ${rate * 100} %, ${id}: ${reportOf(history, longest)}`);
      }
    };
    for (const [i, rate] of rates.entries()) {
      service.faults.setRate(rate);
      const enough = (operations * (i + 1)) / rates.length;
      await Promise.all(Array.from({ length: concurrency }, () => work(random.fork(), rate, enough)));
    }
    if (ownership && failures.length === 0) failures.push(...brokenTable(await service.items(), played));
    return { ...counts, faults: service.faults.total(), failures };
  } finally {
    clearInterval(timer);
    await service.close();
  }
};

/** Checks that the responses look as if the service had carried out one request after the other. */
export const checkService = async (run: CheckRun, size: HistorySize): Promise<Finding> => {
  const played = await play(run, { ...size, maxFailures: MAX_FAILURES });
  const { operations, resources, unknown, undecided, foreign, faults } = played;
  const measured = `${operations} operations on ${resources} resources, ${faults} faults, ${unknown} unknown outcomes`;
  const giveUps = undecided > 0 ? [`the search for an order gave up for ${undecided} resources`] : [];
  return {
    promise: size.ownership
      ? 'no stranger changes a resource, only an admin changes its owner, and the table holds what the responses say'
      : 'every history of a resource has an order that explains it',
    measured: size.ownership ? `${measured}, ${foreign} × 403` : measured,
    failures: [...played.failures, ...giveUps],
  };
};

/** Checks that the same histories find a defect that was planted in a copy of the service. */
export const checkDefect = async (
  run: CheckRun,
  size: Omit<HistorySize, 'operations' | 'ownership'>,
  name: DefectName,
): Promise<Finding> => {
  const bundles = temporaryFolder();
  await bundleWithDefect(defects[name], bundles);
  const ownership = 'ownership' in defects[name];
  const maxOperations = ownership ? MAX_OPERATIONS_FOR_OWNER_DEFECT : MAX_OPERATIONS_FOR_DEFECT;
  const options = { ...size, ownership, operations: maxOperations, bundles, maxFailures: 1 };
  const { operations, failures } = await play(run, options);
  const isFound = failures.length > 0;
  const measured = `${isFound ? 'found' : 'not found'} within ${operations} operations`;
  return { promise: `the histories find a planted ${name}`, measured, failures: isFound ? [] : [measured] };
};

/** Checks histories of resources that several clients use at once while calls to the table fail. */
export const checkHistory = async (run: CheckRun, size: HistorySize): Promise<Finding[]> => {
  const service = await checkService(run, size);
  // When the service itself fails, the failure of a copy with a planted defect proves nothing.
  if (service.failures.length > 0) return [service];
  const findings = [service];
  for (const name of namesOfDefects(size.ownership)) findings.push(await checkDefect(run, size, name));
  return findings;
};
