import { client } from '../../functions/kit/dynamodb/client';
import { maxItemBytes } from '../../functions/kit/resources.built';
import { creatorAs } from '../support/auth/owned';
import { anExpandedChild, describeFor } from '../support/declared';
import { grow, startGrown } from '../support/dynamodb/grown';
import { mintIds, storeItems } from '../support/dynamodb/store-items';
import { walkWith } from '../support/links';
import { readText } from '../support/sources';

const { database, empty, askMetered, unitsOf } = startGrown();
const send = jest.spyOn(client, 'send');
const { create } = creatorAs('owner');

describeFor(anExpandedChild, 'the read units of an expanded list', ({ resource, path, attribute, parent, shown }) => {
  // A list of one shard, because more shards cost more units.
  beforeAll(() => grow(resource.collection));
  const expanded = `${path}?expand=${parent.noun}`;
  const ofLargest = Math.ceil(Number(maxItemBytes[parent.collection]) / 4096) / 2;
  const texts = Object.keys(shown).filter((name) => shown[name]?.maxLength);
  const store = (parentId: string, count: number, bytes: number) =>
    storeItems(database, resource, { ids: mintIds(count), values: { [attribute]: parentId }, bytes });
  const createParents = (count: number) => Promise.all(Array.from({ length: count }, () => create(parent.resource)));

  test('are half a unit more for each parent', async () => {
    const parents = await createParents(50);
    for (const { id } of [...parents, ...parents.slice(0, 1)]) await store(id, 1, 1000);
    send.mockClear();
    expect(await unitsOf(`GET ${expanded}`)).toBe(6.5 + 25);
    // A call reads as many parents as the 275 units that are left at its end allow, if each is as large as possible.
    const calls = Math.ceil(50 / Math.floor(275 / ofLargest));
    const names = send.mock.calls.map(([command]) => command.constructor.name);
    expect(names).toEqual(['QueryCommand', ...names.slice(1).fill('BatchGetCommand')]);
    expect(names.length).toBeLessThanOrEqual(1 + calls);
    await store(`${parents[0]?.id}`, 51, 1000);
    expect(await unitsOf(`GET ${expanded}`)).toBe(6.5 + 0.5);
  });

  test('of the largest page are what lib/cost says', async () => {
    const parents = await createParents(100);
    await store(`${parents[0]?.id}`, 400, 10_200);
    for (const { id } of parents) await store(id, 1, 10_200);
    const units = await unitsOf(`GET ${expanded}&limit=100`, 'count=exact');
    expect(Math.ceil(units / 10) * 10).toBe(640 + 50);
    expect(readText('lib/cost/README.md')).toContain('at most 640 units, and 300 more for the parents');
  });

  test.each<readonly [parents: string, values: Readonly<Record<string, unknown>>, bytes: number]>([
    ['as large as possible', {}, maxItemBytes[parent.collection] ?? 0],
    // The texts are longer than the model allows, as those of an item from before a narrower rule.
    ['with long texts', Object.fromEntries(texts.map((name) => [name, 'x'.repeat(20_000 / texts.length)])), 0],
  ])('of parents %s are at most 300 more, pages end at 1 MB, and a walk shows each child once', async (...row) => {
    await empty();
    const [, values, bytes] = row;
    const [parents, children] = [mintIds(100), mintIds(100).sort()];
    await storeItems(database, parent.resource, { ids: parents, values, bytes });
    for (const [index, id] of children.entries())
      await storeItems(database, resource, { ids: [id], values: { [attribute]: parents[index] } });
    const walk = walkWith(async (line: string) => {
      const page = await askMetered(line);
      expect(page.units).toBeLessThanOrEqual(130 + 300);
      expect(Buffer.byteLength(JSON.stringify(page.body))).toBeLessThanOrEqual(2 ** 20 + 200);
      return page;
    });
    expect((await walk(`${expanded}&limit=100&order=asc`)).flat()).toEqual(children);
    const byId = children.slice(0, 50);
    expect((await walk(`${expanded}&${byId.map((id) => `id=${id}`).join('&')}`)).flat()).toEqual(byId);
  });
});
