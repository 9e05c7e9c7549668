import type { Resource } from '../../../functions/kit/http/resource';
import { resources } from '../../../functions/resources';
import { aChild, aUniqueField, describeFor } from '../../support/declared';
import { grow, startGrown } from '../../support/dynamodb/grown';
import { creatorOf, resourceRows } from '../../support/every-resource';
import { walkWith } from '../../support/links';
import { ask } from '../../support/resources';
import { idAt } from '../../support/unit/id';

const { empty } = startGrown();
const { requestFor } = creatorOf({ ask });
const walk = walkWith(ask);

/** Plan whose generations begin between the times of the ids; two times are exactly at a beginning. */
const plan = [
  { from: '2024-01-01T00:00Z', shards: 4 },
  { from: '2025-01-01T00:00Z', shards: 8 },
];
const times = ['2023-12-31T23:59:59.999Z', '2024-01-01T00:00:00.000Z', '2024-12-31T23:59:59.999Z', '2025-01-01T00:00Z'];
const idsOf = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => idAt(Date.parse(times[n % 4] ?? ''), from + n));
const newestFirst = (ids: readonly string[]) => [...ids].sort().reverse();

beforeAll(() => {
  for (const { collection } of resources) grow(collection, ...plan);
});

const createUnder = async (resource: Resource, id: string, values = {}) => {
  const body = await requestFor(resource, 'create', values);
  const created = await ask(`PUT ${resource.path}/${id}`, { headers: { 'if-none-match': '*' }, body });
  expect(created).toMatchObject({ status: 201 });
  return created.body;
};

test.each(resourceRows)('a service that grew twice lists, finds and deletes %s of each generation', async (_, resource) => {
  await empty();
  const { path } = resource;
  const ids = idsOf(24);
  for (const id of ids) await createUnder(resource, id);
  expect((await walk(`${path}?limit=1`)).flat()).toEqual(newestFirst(ids));
  expect((await walk(`${path}?limit=7&order=asc`)).flat()).toEqual([...ids].sort());
  for (const id of ids) expect(await ask(`GET ${path}/${id}`)).toMatchObject({ status: 200, body: { id } });
  for (const id of ids.slice(0, 4)) {
    expect(await ask(`DELETE ${path}/${id}`)).toMatchObject({ status: 204 });
    expect(await ask(`GET ${path}/${id}`)).toMatchObject({ status: 404 });
  }
  expect((await walk(path)).flat()).toEqual(newestFirst(ids.slice(4)));
});

describeFor(aUniqueField, 'a service that grew twice', ({ resource, path, field }) => {
  test('finds a resource of each generation by a unique value', async () => {
    await empty();
    for (const id of idsOf(4)) {
      const { [field]: value } = await createUnder(resource, id);
      expect((await ask(`GET ${path}?${field}=${encodeURIComponent(value)}`)).body).toMatchObject([{ id }]);
    }
  });
});

describeFor(aChild, 'a service that grew twice', ({ resource, path, attribute, required, parent }) => {
  const parents = idsOf(4);
  const children = idsOf(120, 1000);
  /** Number of parents of the children in turn. Half of the children have no parent, if they need none. */
  const turns = required.includes(attribute) ? 4 : 8;
  const childrenOf = (n: number) => children.filter((_, index) => index % turns === n);

  test('lists, moves and deletes the children of a parent of each generation', async () => {
    await empty();
    for (const id of parents) await createUnder(parent.resource, id);
    for (const [n, id] of children.entries()) await createUnder(resource, id, { [attribute]: parents[n % turns] });
    const pages = await walk(`${path}?limit=50`);
    expect([pages.flat(), pages.map(({ length }) => length)]).toEqual([newestFirst(children), [50, 50, 20]]);
    for (const [n, id] of parents.entries())
      expect((await walk(`${path}?${attribute}=${id}&limit=4`)).flat()).toEqual(newestFirst(childrenOf(n)));

    const [kept, left] = parents;
    const [changed] = childrenOf(1);
    const body = await requestFor(resource, 'replace', { [attribute]: kept });
    expect(await ask(`PUT ${path}/${changed}`, { body })).toMatchObject({ status: 200, body });
    expect(await ask(`DELETE ${parent.path}/${left}`)).toMatchObject({ status: 409 });
    expect(await ask(`DELETE ${parent.path}/${left}?force=true`)).toMatchObject({ status: 204 });
    const rest = children.filter((id) => id === changed || !childrenOf(1).includes(id));
    expect((await walk(path)).flat()).toEqual(newestFirst(rest));
    expect((await walk(parent.path)).flat()).toEqual(newestFirst(parents.filter((id) => id !== left)));
    expect(await ask(`DELETE ${parent.path}/${kept}?force=true`)).toMatchObject({ status: 204 });
    expect((await walk(`${path}?${attribute}=${kept}`)).flat()).toEqual([]);
  });
});
