import { relationsOf } from '../../functions/kit/resources';
import { aChild, describeFor, describeShapes } from '../support/declared';
import { mintIds, storeItems } from '../support/dynamodb/store-items';
import { problem, useService } from '../support/service';
import { idAt } from '../support/unit/id';

const { ask, create, requestFor, database } = useService();

describeShapes('PUT with If-None-Match: *, of %s,', (_, resource) => {
  const { path, examples } = resource;
  const put = async (id: string) => {
    const body = await requestFor(resource, 'create');
    return ask(`PUT ${path}/${id}`, { headers: { 'if-none-match': '*' }, body });
  };

  test('takes an id of less than a minute ahead, and updatedAt is never before createdAt', async () => {
    const { status, body } = await put(idAt(Date.now() + 50_000, 1));
    expect([status, body.updatedAt]).toEqual([201, body.createdAt]);
    const { body: patched } = await ask(`PATCH ${path}/${body.id}`, { body: examples.update.request });
    expect(patched.updatedAt > body.updatedAt).toBe(true);
  });

  test('is a 400 for an id of the future', async () => {
    expect(await put(idAt(Date.now() + 70_000, 2))).toMatchObject(problem(400, 'invalid-id'));
  });
});

describeFor(aChild, 'DELETE', ({ resource, path, attribute, parent }) => {
  test('with ?force=true deletes a parent with 1,000 children', async () => {
    const { id, Path: own } = await create(parent.resource);
    const body = await requestFor(resource, 'create', { [attribute]: id });
    const values = Object.fromEntries(relationsOf(resource).map((each) => [each.attribute, body[each.attribute]]));
    await storeItems(database, resource, { ids: mintIds(1000), values });
    expect(await ask(`DELETE ${own}?force=true`)).toMatchObject({ status: 204 });
    expect((await ask(`GET ${path}?${attribute}=${id}`)).body).toEqual([]);
  });
});
