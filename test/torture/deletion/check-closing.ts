import { setTimeout as pause } from 'node:timers/promises';
import { type CheckRun, type Finding, MAX_FAILURES } from '../check';
import { type InProcessService, type InvokeResponse, startInProcess } from '../in-process';
import { brokenInvariants } from '../invariants';
import { type Random, randomOf } from '../random';
import { CLOSED_EXPIRED_MS } from './closed-user';

const MAX_DELETIONS = 5;

type ClosingSize = {
  readonly rounds: number;
  readonly writers: number;
  /** The share of calls to the table, from 0 to 1, that get a fault. */
  readonly rate: number;
};

const outcomeOf = ({ status, body }: InvokeResponse) => `${status} ${body?.code ?? ''}`.trim();

const creationOutcomes = ['201', '409 user-closing', '422 unknown-user', '503 unavailable'];
/** The outcome `user-has-posts` is possible, because a jump of the clock reopens the user during the deletion. */
const deletionOutcomes = ['204', '404 not-found', '409 user-has-posts', '503 unavailable'];

/** Creates posts of one user while the user is deleted by force and the clock jumps over the five minutes. */
const race = async (service: InProcessService, random: Random, { writers, rate }: ClosingSize) => {
  const { invoke, setAhead, faults } = service;
  const { body: author } = await invoke('POST /api/v1/users', { body: { name: 'Ada', email: `${random.next()}@a.b` } });
  const path = `/api/v1/users/${author.id}?force=true`;
  faults.setRate(rate);
  const problems: string[] = [];
  const expectOutcome = (allowed: readonly string[], request: string, outcome: string) => {
    if (!allowed.includes(outcome)) problems.push(`${request} is answered ${outcome}`);
  };
  let isOver = false;
  let created = 0;
  const write = async () => {
    while (!isOver) {
      const outcome = outcomeOf(await invoke('POST /posts', { body: { title: 'x', userId: author.id } }));
      expectOutcome(creationOutcomes, 'a creation', outcome);
      if (outcome === '201') created++;
    }
  };
  const remove = async () => {
    while (created < writers) await pause(1);
    for (let tries = 0; tries < MAX_DELETIONS && !isOver; tries++) {
      setAhead(random.chance(0.3) ? CLOSED_EXPIRED_MS : 0);
      const outcome = outcomeOf(await invoke(`DELETE ${path}`));
      expectOutcome(deletionOutcomes, 'a deletion', outcome);
      isOver = outcome === '204';
    }
    isOver = true;
  };
  await Promise.all([remove(), ...Array.from({ length: writers }, write)]);
  setAhead(0);
  faults.setRate(0);
  return { path, created, problems };
};

/**
 * Checks that no post names a deleted user, in whatever order creations, deletions by force, faults and clock jumps
 * happen.
 */
export const checkClosing = async ({ seed, assembly, progress }: CheckRun, size: ClosingSize): Promise<Finding[]> => {
  const service = await startInProcess({ assembly, seed });
  const random = randomOf(seed);
  const failures: string[] = [];
  let created = 0;
  for (let round = 1; round <= size.rounds && failures.length < MAX_FAILURES; round++) {
    progress(`${round} of ${size.rounds} rounds`);
    const raced = await race(service, random, size);
    created += raced.created;
    failures.push(...raced.problems, ...brokenInvariants(await service.items()));
    const last = outcomeOf(await service.invoke(`DELETE ${raced.path}`));
    if (last !== '204' && last !== '404 not-found') failures.push(`the last deletion is answered ${last}`);
    const left = (await service.items()).length;
    if (left > 0) failures.push(`${left} items are left after the last deletion`);
  }
  await service.close();
  const conditions = `${size.writers} writers under ${size.rate * 100} % faults`;
  return [
    {
      promise: `${size.rounds} × DELETE ?force=true against ${conditions} leave no post without its user`,
      measured: `${created} posts created meanwhile`,
      failures: failures.slice(0, MAX_FAILURES),
    },
  ];
};
