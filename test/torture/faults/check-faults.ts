import { isDeepStrictEqual } from 'node:util';
import { bundle } from '../../../lib/build/bundle';
import { temporaryFolder } from '../../support/folder';
import { type CheckRun, type Finding, MAX_FAILURES } from '../check';
import type { FaultKind } from '../fault-proxy/fault-kinds';
import { createAuthor, startInProcess } from '../in-process';
import { brokenInvariants, type StoredItems, unknownKeys } from '../invariants';
import { randomOf } from '../random';
import { createClient } from './client';
import { tokenOf } from './learn';
import type { World } from './world';

type FaultsSize = {
  /** The share of calls to the table, from 0 to 1, that get a fault. */
  readonly rate: number;
  /** The number of faults after which the check ends. */
  readonly faults: number;
  readonly clients: number;
  /** The share of requests, from 0 to 1, that must get another response than 503. */
  readonly minAnswered: number;
  /** The kinds of faults to inject. By default all kinds. */
  readonly only?: readonly FaultKind[];
  /** The folder of the bundles. By default the bundles of the assembly. */
  readonly bundles?: string;
  /** True for functions with the official DynamoDB client (the setting `client=sdk`). */
  readonly isOfficial?: boolean;
};

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

const fieldsOf = ({ pk, name, email, title, content, userId }: StoredItems[number]) =>
  pk === 'USER' ? { name, email } : { title, content, ...(userId && { userId }) };

type ClientState = { readonly name: string; readonly world: World; readonly uncertain: ReadonlySet<string> };

/** Lists the differences between the table and the state that a client knows. */
const differences = (items: StoredItems, { name, world, uncertain }: ClientState): string[] => {
  const own = items.filter((item) => /^(USER|POST)$/.test(item.pk) && tokenOf(item).startsWith(`${name}-`));
  const found = new Map<string, StoredItems>();
  for (const item of own) found.set(tokenOf(item), [...(found.get(tokenOf(item)) ?? []), item]);
  const doubled = [...found].filter(([, { length }]) => length > 1);
  const unexpected = [...found].filter(([token]) => !world.get(token)?.fields && !uncertain.has(token));
  const lost = [...world].filter(([token, { id, fields, etag }]) => {
    const [item] = found.get(token) ?? [];
    const isEqual = item && item.sk === id && `"${item.rev}"` === etag && isDeepStrictEqual(fieldsOf(item), fields);
    return fields && !isEqual;
  });
  return [
    ...doubled.map(([token]) => `doubled: ${token}`),
    ...unexpected.map(([token]) => `false response: ${token} is stored, but was refused or deleted`),
    ...lost.map(
      ([token, resource]) => `lost write: ${JSON.stringify(resource)}, stored is ${JSON.stringify(found.get(token))}`,
    ),
  ];
};

/** Checks that every response of the service is true while calls to the table fail. */
export const checkFaults = async ({ seed, assembly, progress }: CheckRun, size: FaultsSize): Promise<Finding[]> => {
  const { rate, faults, clients: clientCount, minAnswered, only, isOfficial } = size;
  const failures: string[] = [];
  const onFailure = (text: string) => {
    if (failures.length < MAX_FAILURES) failures.push(text);
  };
  const bundles = isOfficial ? temporaryFolder() : size.bundles;
  if (isOfficial && bundles) await bundle(bundles, 'sdk');
  const service = await startInProcess({ assembly, seed, only, bundles });
  const random = randomOf(seed);
  const shared = await Promise.all(['shared-0', 'shared-1', 'shared-2'].map((name) => createAuthor(service, name)));
  const clients = Array.from({ length: clientCount }, (_, i) =>
    createClient({ service, random: random.fork(), name: `client${i}`, shared, onFailure }),
  );
  const total = (count: 'sent' | 'answered') => sum(clients.map((client) => client.counts()[count]));
  const timer = setInterval(
    () => progress(`${service.faults.total()} of ${faults} faults, ${total('sent')} requests`),
    1000,
  );
  service.faults.setRate(rate);
  const play = async ({ step, isConsistent }: (typeof clients)[number]) => {
    while (isConsistent() && service.faults.total() < faults) await step();
  };
  await Promise.all(clients.map(play));
  clearInterval(timer);

  const [sent, answered] = [total('sent'), total('answered')];
  const share = answered / sent;
  if (share < minAnswered) onFailure(`the share of answered requests is ${share}; at least ${minAnswered} is required`);
  service.faults.setRate(0);
  const states = await Promise.all(clients.map((client) => client.finish()));
  const items = await service.items();
  const known = states
    .map((state, i) => ({ ...state, name: `client${i}` }))
    .filter((_, i) => clients[i]?.isConsistent());
  const keys = new Set(states.flatMap((state) => [...state.keys]));
  const problems = [
    ...known.flatMap((state) => differences(items, state)),
    ...brokenInvariants(items),
    ...unknownKeys(items, keys),
  ];
  for (const problem of problems) onFailure(problem);
  if (service.brokenLines() > 0) onFailure(`${service.brokenLines()} log lines are not JSON`);
  await service.close();
  const requests = `${sent} requests, ${(share * 100).toFixed(2)} % answered`;
  return [
    {
      promise: `under ${rate * 100} % faults no write is lost or doubled, and every response is true${isOfficial ? ', with the official client' : ''}`,
      measured: `${service.faults.total()} faults in ${requests}, ${items.length} items compared`,
      failures,
    },
  ];
};
