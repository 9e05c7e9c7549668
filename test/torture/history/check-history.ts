import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENOUGH, type Finding, type Run } from '../check';
import { type Inside, startInside } from '../inside';
import { type Random, randomOf } from '../random';
import { type Collection, playHistory } from './history';
import { linearize, type Operation } from './linearize';
import { bundlePlanted, plants } from './planted';

type Size = {
  /** So many at least, over all rates of faults together. */
  readonly operations: number;
  readonly rates: readonly number[];
  /** Resources under way at the same time: with enough, those whose clients wait for a second try cost no time. */
  readonly atOnce: number;
};

/** The slowest to be caught took 2,200. */
const MOST_FOR_A_PLANT = 20_000;

const users: Collection = {
  path: '/api/v1/users',
  fresh: (write, id) => ({ name: write, email: `${write}@${id}` }),
};

const postsOf = (authors: readonly string[]): Collection => ({
  path: '/posts',
  fresh: (write, _, random) => ({ title: write, content: `of ${write}`, userId: random.pick([undefined, ...authors]) }),
});

const createAuthor = async (ask: Inside['ask'], name: string): Promise<string> =>
  (await ask('POST /api/v1/users', { body: { name, email: `${name}@example.com` } })).body.id;

/** The whole history, those operations that no order was found for with a mark. */
const reportOf = (history: readonly Operation[], longest: readonly Operation[]) => {
  const placed = longest.map(({ line }) => line);
  const lines = history.map(({ line }) => {
    const place = placed.indexOf(line);
    return `  ${place < 0 ? '?' : place + 1} ${line}`;
  });
  return `no order explains this; ${longest.length} of ${history.length} operations have a place:\n${lines.join('\n')}`;
};

/** Plays histories until there are enough of them, or of those that nothing explains. */
const play = async (
  run: Run,
  { operations, rates, atOnce }: Size,
  { bundles, most }: { bundles?: string; most: number },
) => {
  const inside = await startInside({ assembly: run.assembly, seed: run.seed, bundles });
  const random = randomOf(run.seed);
  const failures: string[] = [];
  const counts = { resources: 0, operations: 0, unknown: 0, undecided: 0 };
  const timer = setInterval(() => run.progress(`${counts.operations} of ${operations} operations`), 1000);
  try {
    const authors = [await createAuthor(inside.ask, 'one'), await createAuthor(inside.ask, 'another')];
    const collections: [Collection, Collection] = [users, postsOf(authors)];
    const work = async (own: Random, rate: number, enough: number) => {
      while (counts.operations < enough && failures.length < most) {
        const { id, history } = await playHistory(inside.ask, own.pick(collections), own.fork());
        counts.resources++;
        counts.operations += history.length;
        counts.unknown += history.filter(({ told }) => told === 'unknown').length;
        const longest = linearize(history);
        if (longest === 'undecided') counts.undecided++;
        if (!longest || longest === 'undecided' || failures.length === most) continue;
        failures.push(`faults ${rate * 100} %, ${id}: ${reportOf(history, longest)}`);
      }
    };
    for (const [i, rate] of rates.entries()) {
      inside.faults.setRate(rate);
      const enough = (operations * (i + 1)) / rates.length;
      await Promise.all(Array.from({ length: atOnce }, () => work(random.fork(), rate, enough)));
    }
    const faults = inside.faults.total();
    return { ...counts, faults, failures };
  } finally {
    clearInterval(timer);
    await inside.close();
  }
};

/** All answers together are as if one request had been carried out after the other. */
export const checkService = async (run: Run, size: Size): Promise<Finding> => {
  const played = await play(run, size, { most: ENOUGH });
  const { operations, resources, unknown, undecided, faults } = played;
  const failures = [...played.failures, ...(undecided > 0 ? [`${undecided} are undecided`] : [])];
  const measured = `${operations} operations on ${resources} resources, ${faults} faults, ${unknown} outcomes unknown`;
  return { promise: 'every history has an order that explains it', measured, failures };
};

/** The same histories find a bug planted in a copy of the service. */
export const checkPlant = async (
  run: Run,
  size: Omit<Size, 'operations'>,
  name: keyof typeof plants,
): Promise<Finding> => {
  const bundles = mkdtempSync(join(tmpdir(), 'users-and-posts-planted-'));
  try {
    await bundlePlanted(plants[name], bundles);
    const { operations, failures } = await play(run, { ...size, operations: MOST_FOR_A_PLANT }, { bundles, most: 1 });
    const [caught] = failures;
    const measured = `${caught ? 'caught' : 'not caught'} within ${operations} operations`;
    return {
      promise: `a planted ${name} is caught`,
      measured,
      failures: caught ? [] : [measured],
    };
  } finally {
    rmSync(bundles, { recursive: true });
  }
};

const names = Object.keys(plants) as (keyof typeof plants)[];

/** Several clients at every resource at the same time, while DynamoDB fails. */
export const checkHistory = async (run: Run, size: Size): Promise<Finding[]> => {
  const service = await checkService(run, size);
  // Where the service itself fails, that a copy fails, too, says nothing of the bug in it.
  if (service.failures.length > 0) return [service];
  const findings = [service];
  for (const name of names) findings.push(await checkPlant(run, size, name));
  return findings;
};
