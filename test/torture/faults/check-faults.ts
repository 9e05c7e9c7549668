import { isDeepStrictEqual } from 'node:util';
import { ENOUGH, type Finding, type Run } from '../check';
import type { FaultKind } from '../fault-kinds';
import { type Inside, startInside } from '../inside';
import { brokenIn, type Items, strangeKeys } from '../invariants';
import { randomOf } from '../random';
import { startClient } from './client';
import { tokenOf } from './learn';
import type { World } from './world';

type Size = {
  /** The share of calls to the table that fail, of 1. */
  readonly rate: number;
  /** How many calls fail until it is over. */
  readonly faults: number;
  readonly clients: number;
  /** The share of requests, of 1, that have to be answered by something else than 503. */
  readonly answered: number;
  /** The kinds of faults that happen; by default all of them. */
  readonly only?: readonly FaultKind[];
};

const SHARED_USERS = 3;

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

/** Users who stay, each with a post that stays. */
const createShared = async ({ ask }: Inside) => {
  const ids: string[] = [];
  for (let i = 0; i < SHARED_USERS; i++) {
    const { body } = await ask('POST /api/v1/users', { body: { name: 'shared', email: `shared-${i}@example.com` } });
    await ask('POST /posts', { body: { title: 'shared', userId: body.id } });
    ids.push(body.id);
  }
  return ids;
};

const membersOf = ({ pk, name, email, title, content, userId }: Items[number]) =>
  pk === 'USER' ? { name, email } : { title, content, ...(userId && { userId }) };

type Known = { readonly name: string; readonly world: World; readonly perhaps: ReadonlySet<string> };

/** What the table has, against what a client knows that it must have. */
const differences = (items: Items, { name, world, perhaps }: Known): string[] => {
  const own = items.filter((item) => /^(USER|POST)$/.test(item.pk) && tokenOf(item).startsWith(`${name}-`));
  const found = new Map<string, Items>();
  for (const item of own) found.set(tokenOf(item), [...(found.get(tokenOf(item)) ?? []), item]);
  const twice = [...found].filter(([, { length }]) => length > 1).map(([token]) => `duplicate: ${token}`);
  const alive = [...found].filter(([token]) => !world.get(token)?.members && !perhaps.has(token));
  const lost = [...world].filter(([token, { id, members, etag }]) => {
    const [item] = found.get(token) ?? [];
    const isIt = item && item.sk === id && `"${item.rev}"` === etag && isDeepStrictEqual(membersOf(item), members);
    return members && !isIt;
  });
  return [
    ...twice,
    ...alive.map(([token]) => `lie: ${token} is in the table, and was deleted or refused`),
    ...lost.map(([token, resource]) => `lost: ${JSON.stringify(resource)}, stored ${JSON.stringify(found.get(token))}`),
  ];
};

/** Promise 1: whatever fails between the service and its table, what it says is true. */
export const checkFaults = async (
  { seed, assembly, progress }: Run,
  { rate, faults, clients: count, answered: wanted, only }: Size,
): Promise<Finding[]> => {
  const failures: string[] = [];
  const onFailure = (text: string) => {
    if (failures.length < ENOUGH) failures.push(text);
  };
  const inside = await startInside({ assembly, seed, only });
  const random = randomOf(seed);
  const shared = await createShared(inside);
  const clients = Array.from({ length: count }, (_, i) =>
    startClient({ inside, random: random.fork(), name: `client${i}`, shared, onFailure }),
  );
  const total = (of: 'asked' | 'answered') => sum(clients.map((client) => client.counts()[of]));
  const timer = setInterval(
    () => progress(`${inside.faults.total()} of ${faults} faults, ${total('asked')} requests`),
    1000,
  );
  inside.faults.setRate(rate);
  const play = async ({ step, isTrusted }: (typeof clients)[number]) => {
    while (isTrusted() && inside.faults.total() < faults) await step();
  };
  await Promise.all(clients.map(play));
  clearInterval(timer);

  const [asked, answered] = [total('asked'), total('answered')];
  const share = answered / asked;
  if (share < wanted) onFailure(`only ${share} of the requests were answered, and not ${wanted}`);
  inside.faults.setRate(0);
  const knowledge = await Promise.all(clients.map((client) => client.finish()));
  const items = await inside.items();
  const known = knowledge.map((each, i) => ({ ...each, name: `client${i}` })).filter((_, i) => clients[i]?.isTrusted());
  const keys = new Set(knowledge.flatMap((each) => [...each.keys]));
  const wrong = [...known.flatMap((each) => differences(items, each)), ...brokenIn(items), ...strangeKeys(items, keys)];
  for (const text of wrong) onFailure(text);
  if (inside.brokenLines() > 0) onFailure(`${inside.brokenLines()} lines of the log are no JSON`);
  await inside.close();
  const percent = `${(share * 100).toFixed(2)} %`;
  return [
    {
      promise: `under ${rate * 100} % faults nothing is lost, doubled or untrue`,
      measured: `${inside.faults.total()} faults in ${asked} requests, ${percent} of them answered, ${items.length} items compared`,
      failures,
    },
  ];
};
