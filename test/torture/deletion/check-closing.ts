import { setTimeout as pause } from 'node:timers/promises';
import { ENOUGH, type Finding, type Run } from '../check';
import { type Answer, type Inside, startInside } from '../inside';
import { brokenIn } from '../invariants';
import { type Random, randomOf } from '../random';
import { FORGOTTEN_MS } from './closing';

type Size = {
  readonly rounds: number;
  readonly writers: number;
  /** The share of calls to the table that fail. */
  readonly rate: number;
};

const outcomeOf = ({ status, body }: Answer) => `${status} ${body?.code ?? ''}`.trim();

const ofCreations = ['201', '409 user-closing', '422 unknown-user', '503 unavailable'];
/** A jump of the clock within a deletion forgets the deletion, so that a post may come in between. */
const ofDeletions = ['204', '404 not-found', '409 user-has-posts', '503 unavailable'];

/** Writers create posts of a user, the user is deleted by force, repeatedly, and the clock jumps over the five minutes. */
const race = async ({ ask, setAhead, faults }: Inside, random: Random, { writers, rate }: Size) => {
  const { body: author } = await ask('POST /api/v1/users', { body: { name: 'Ada', email: `${random.next()}@a.b` } });
  const path = `/api/v1/users/${author.id}?force=true`;
  faults.setRate(rate);
  const wrong: string[] = [];
  const note = (allowed: readonly string[], what: string, outcome: string) => {
    if (!allowed.includes(outcome)) wrong.push(`${what} was answered ${outcome}`);
  };
  let isOver = false;
  let created = 0;
  const write = async () => {
    while (!isOver) {
      const outcome = outcomeOf(await ask('POST /posts', { body: { title: 'x', userId: author.id } }));
      note(ofCreations, 'a creation', outcome);
      if (outcome === '201') created++;
    }
  };
  const remove = async () => {
    while (created < writers) await pause(1);
    for (let tries = 0; tries < 5 && !isOver; tries++) {
      setAhead(random.chance(0.3) ? FORGOTTEN_MS : 0);
      const outcome = outcomeOf(await ask(`DELETE ${path}`));
      note(ofDeletions, 'a deletion', outcome);
      isOver = outcome === '204';
    }
    isOver = true;
  };
  await Promise.all([remove(), ...Array.from({ length: writers }, write)]);
  setAhead(0);
  faults.setRate(0);
  return { path, created, wrong };
};

/** Promise: no post names a user who is gone, however creations, deletions by force, faults and the clock interleave. */
export const checkClosing = async ({ seed, assembly, progress }: Run, size: Size): Promise<Finding[]> => {
  const inside = await startInside({ assembly, seed });
  const { ask, items, close } = inside;
  const random = randomOf(seed);
  const failures: string[] = [];
  let created = 0;
  for (let round = 1; round <= size.rounds && failures.length < ENOUGH; round++) {
    progress(`${round} of ${size.rounds} rounds`);
    const raced = await race(inside, random, size);
    created += raced.created;
    failures.push(...raced.wrong, ...brokenIn(await items()));
    const last = outcomeOf(await ask(`DELETE ${raced.path}`));
    if (last !== '204' && last !== '404 not-found') failures.push(`the last deletion was answered ${last}`);
    const left = (await items()).length;
    if (left > 0) failures.push(`${left} items are left`);
  }
  await close();
  return [
    {
      promise: `${size.rounds} × DELETE ?force=true against ${size.writers} writers under ${size.rate * 100} % faults: no orphan`,
      measured: `${created} posts created on the way`,
      failures: failures.slice(0, ENOUGH),
    },
  ];
};
