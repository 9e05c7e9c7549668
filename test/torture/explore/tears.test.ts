import { isDeepStrictEqual } from 'node:util';
import { childrenOf } from '../../../functions/kit/resources';
import { resources } from '../../../functions/resources';
import { validBody } from '../../../lib/models/valid-body';
import { resourceIn } from '../../../lib/verify/table/checks';
import { describeEach } from '../../support/declared';
import { brokenInvariants, type StoredItems } from '../../support/dynamodb/invariants';
import { useTable } from '../../support/dynamodb/torn';
import type { Scenario } from './run';
import { scenarios } from './scenarios/scenarios';

const keyOf = ({ pk, sk }: StoredItems[number]) => pk + sk;

/** Returns the items with each part of the changes between two times, as a copy has them that was torn between. */
const tornBetween = (before: StoredItems, after: StoredItems) => {
  const keys = [...new Set([...before, ...after].map(keyOf))];
  const at = (items: StoredItems, key: string) => items.find((item) => keyOf(item) === key);
  const changed = keys.filter((key) => !isDeepStrictEqual(at(before, key), at(after, key)));
  return Array.from({ length: Math.max(0, 2 ** changed.length - 2) }, (_, i) => {
    const arrived = changed.filter((_, bit) => ((i + 1) >> bit) & 1);
    return keys.flatMap((key) => at(arrived.includes(key) ? after : before, key) ?? []);
  });
};

const { read, set, send, onCall, verify } = useTable([]);

describeEach('%s', (plural) => {
  const { setup = [], requests = [] }: Partial<Scenario> = scenarios[`${plural} plain`] ?? {};
  const writes = requests.filter(({ line, tag }) => !tag && !line.startsWith('GET'));
  const rows = writes.map((request) => [`${request.line} ${JSON.stringify(request.body ?? '')}`, request] as const);

  beforeEach(async () => {
    for (const request of setup) await send(request);
  });

  /** Changes each unique value, then deletes everything by the API. Returns the items that are left. */
  const deleteAll = async () => {
    for (const resource of resources) {
      const { path, input } = resource;
      for (const { pk, sk } of await read()) {
        if (resourceIn({ pk, sk }) !== resource) continue;
        const changed = Object.entries(validBody(resource, { unique: (value) => `${sk}${value}` }));
        const body = Object.fromEntries(changed.filter(([name]) => input[name]?.unique));
        if (Object.keys(body).length > 0) await send({ line: `PATCH ${path}/${sk}`, body });
        await send({ line: `DELETE ${path}/${sk}${childrenOf(resource).length > 0 ? '?force=true' : ''}` });
      }
    }
    return (await read()).filter(({ sk }) => sk !== 'KEY');
  };

  test.each(rows)('after each part of %s, --fix makes a table that the service can use', async (_, request) => {
    const states = [await read()];
    onCall({ TransactWriteItems: async () => void states.push(await read()) });
    await send(request).catch(() => undefined);
    onCall({});
    const [first = []] = states;
    states.push(await read(), first);
    const torn = states.flatMap((state, i) => tornBetween(states[i - 1] ?? state, state));
    const distinct = new Map(torn.map((items) => [JSON.stringify(items), items]));
    for (const items of distinct.values()) {
      await set(items);
      expect((await verify())[0]).toBe(brokenInvariants(items).length > 0 ? 1 : 0);
      expect(brokenInvariants(await read())).toEqual(brokenInvariants(items));
      const [status] = await verify({ fix: true });
      const left = brokenInvariants(await read());
      // Only a person can create a missing parent again, without which the child cannot be.
      if (left.length > 0 && left.every((each) => each.endsWith('which does not exist'))) continue;
      expect([status, left]).toEqual([0, []]);
      expect(await deleteAll()).toEqual([]);
    }
  });
});
