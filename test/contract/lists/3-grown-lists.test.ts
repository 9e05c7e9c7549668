import { resources } from '../../../functions/resources';
import { creatorOf } from '../../support/creator';
import { aChild, describeFor, describeShapes } from '../../support/declared';
import { grow, startGrown } from '../../support/dynamodb/grown';
import { walkWith } from '../../support/links';
import { ask } from '../../support/resources';
import { idAt } from '../../support/unit/id';

const { empty, items } = startGrown();
const { createUnder, requestFor } = creatorOf({ ask });
const walk = walkWith(ask);

/** Plan whose generations begin between the times of the ids; two times are exactly at a beginning. */
const plan = [
  { from: '2024-01-01T00:00Z', shards: 4 },
  { from: '2025-01-01T00:00Z', shards: 8 },
];
const times = ['2023-12-31T23:59:59.999Z', '2024-01-01T00:00:00.000Z', '2024-12-31T23:59:59.999Z', '2025-01-01T00:00Z'];
const idsOf = (count: number) => Array.from({ length: count }, (_, n) => idAt(Date.parse(times[n % 4] ?? ''), n));
const newestFirst = (ids: readonly string[]) => [...ids].sort().reverse();

beforeAll(() => {
  for (const { collection } of resources) grow(collection, ...plan);
});
beforeEach(empty);

describeShapes('%s', (_, resource) => {
  test('a service that grew twice lists and deletes those of any generation', async () => {
    const ids = idsOf(20);
    for (const id of ids) await createUnder(resource, id);
    // One of the four times is before the first growth.
    expect((await items()).filter(({ pk }) => pk === resource.collection)).toHaveLength(20 / 4);
    expect((await walk(`${resource.path}?limit=3`)).flat()).toEqual(newestFirst(ids));
    for (const id of ids) expect(await ask(`DELETE ${resource.path}/${id}`)).toMatchObject({ status: 204 });
  });
});

describeFor(aChild, 'a service that grew twice', ({ resource, path, attribute, parent }) => {
  test('lists, moves and deletes the children of a parent of any generation', async () => {
    const [parents, children] = [idsOf(4), idsOf(60).reverse()];
    const childrenOf = (n: number) => children.filter((_, index) => (index >> 2) % 4 === n);
    for (const [n, parentId] of parents.entries()) {
      await createUnder(parent.resource, parentId);
      for (const id of childrenOf(n)) await createUnder(resource, id, { [attribute]: parentId });
      expect((await walk(`${path}?${attribute}=${parentId}&limit=4`)).flat()).toEqual(newestFirst(childrenOf(n)));
    }
    const [kept, left] = parents;
    const [changed, ...gone] = childrenOf(1);
    const body = await requestFor(resource, 'replace', { [attribute]: kept });
    expect(await ask(`PUT ${path}/${changed}`, { body })).toMatchObject({ status: 200, body });
    expect(await ask(`DELETE ${parent.path}/${left}`)).toMatchObject({ status: 409 });
    expect(await ask(`DELETE ${parent.path}/${left}?force=true`)).toMatchObject({ status: 204 });
    expect((await walk(path)).flat()).toEqual(newestFirst(children.filter((id) => !gone.includes(id))));
    // A child can have further parents of this kind.
    const still = (await walk(parent.path)).flat().filter((id) => parents.includes(id));
    expect(still).toEqual(newestFirst(parents.filter((id) => id !== left)));
    expect(await ask(`DELETE ${parent.path}/${kept}?force=true`)).toMatchObject({ status: 204 });
    expect((await walk(`${path}?${attribute}=${kept}`)).flat()).toEqual([]);
  });
});
