import { childrenOf, resources } from '../../../functions/resources';
import { askAs, creatorAs, type Role, useOwnership } from '../../support/auth/owned';
import { aPrivateResource, describeFor } from '../../support/declared';
import { startGrown } from '../../support/dynamodb/grown';
import { nobody } from '../../support/service';

const { items } = startGrown();
useOwnership();

const { create } = creatorAs('owner');

describeFor(aPrivateResource, 'a foreign private resource', ({ resource, path }) => {
  const [relation] = childrenOf(resource);
  const child = resources.find((each) => each.path === relation?.path);

  test("is left out of a list by ids, which shows the caller's only", async () => {
    const [mine, foreign] = [await create(resource), await creatorAs('stranger').create(resource)];
    const listAs = async (role: Role) => {
      const { body } = await askAs(role, `GET ${path}?id=${foreign.id}&id=${mine.id}`);
      return body.map(({ id }: { id: string }) => id);
    };
    expect(await listAs('owner')).toEqual([mine.id]);
    expect(await listAs('admin')).toEqual([foreign.id, mine.id]);
  });

  const body = resource.examples.create.request;
  const stale = { 'if-match': '"x"' };
  test.each<[method: string, parts: Parameters<typeof askAs>[2]]>([
    ['PATCH', { body: {} }],
    ['GET', { headers: { 'if-none-match': '*' } }],
    ['PUT', { body, headers: stale }],
    ['PATCH', { body, headers: { 'if-match': '*' } }],
    ['DELETE', { headers: stale }],
    ...(child ? [['DELETE', { query: 'force=true', headers: stale }] as [string, object]] : []),
  ])('is for a stranger as one who does not exist: %s %j', async (method, parts) => {
    const { path: own, id } = await create(resource);
    if (relation && child) await create(child, { [relation.attribute]: id });
    const before = await items();
    const refused = await askAs('stranger', `${method} ${own}`, parts);
    // The link to a successor has the id that was asked.
    const asNobody = JSON.parse(JSON.stringify(refused).replaceAll(id, nobody));
    expect(asNobody).toEqual(await askAs('stranger', `${method} ${path}/${nobody}`, parts));
    expect(refused.status).toBe(404);
    expect(await items()).toEqual(before);
  });
});
