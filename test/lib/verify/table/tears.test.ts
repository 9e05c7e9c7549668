import { childrenOf, resources } from '../../../../functions/resources';
import { users } from '../../../../functions/users/docs';
import type { Scenario } from '../../../torture/explore/run';
import { scenarios } from '../../../torture/explore/scenarios';
import type { StoredJson } from '../../../torture/explore/table';
import { brokenIn, tornBetween, useTable } from './torn';

const { read, set, send, onCall, verify } = useTable();

const { requests = [] }: Partial<Scenario> = scenarios.plain ?? {};
const writes = requests.filter(({ line, tag }) => !tag && !line.startsWith('GET'));
const rows = writes.map((request) => [`${request.line} ${JSON.stringify(request.body ?? '')}`, request] as const);

/** Changes the address of each user, then deletes everything by the API. Returns the items that are left. */
const deleteAll = async () => {
  for (const resource of resources) {
    const { path, collection } = resource;
    for (const { pk, sk } of await read()) {
      if (pk?.S.split('#')[0] !== collection) continue;
      if (resource === users) await send({ line: `PATCH ${path}/${sk?.S}`, body: { email: `${sk?.S}@other.example` } });
      await send({ line: `DELETE ${path}/${sk?.S}${childrenOf(resource) ? '?force=true' : ''}` });
    }
  }
  return (await read()).filter(({ sk }) => sk?.S !== 'KEY');
};

test.each(rows)('each part of %s is found and mended', async (_, request) => {
  const states: (readonly StoredJson[])[] = [await read()];
  onCall({
    TransactWriteItems: async () => {
      states.push(await read());
      return undefined;
    },
  });
  await send(request).catch(() => undefined);
  onCall({});
  const [first = []] = states;
  states.push(await read(), first);
  const torn = states.flatMap((state, i) => tornBetween(states[i - 1] ?? state, state));
  const distinct = new Map(torn.map((items) => [JSON.stringify(items), items]));
  for (const items of distinct.values()) {
    await set(items);
    expect((await verify())[0]).toBe(brokenIn(items).length > 0 ? 1 : 0);
    expect(brokenIn(await read())).toEqual(brokenIn(items));
    expect((await verify({ fix: true }))[0]).toBe(0);
    expect(brokenIn(await read())).toEqual([]);
    expect(await deleteAll()).toEqual([]);
  }
});
