import { aChild, describeFor } from '../support/declared';
import { mintIds, storeItems } from '../support/dynamodb/store-items';
import { describeEach } from '../support/every-resource';
import { problem, useService } from '../support/service';
import { idAt } from '../support/unit/id';

const { ask, create, requestFor, database } = useService();

/** Mints a valid id at this time, as a client does. */
const mint = (ms = Date.now()) => idAt(ms, Math.floor(Math.random() * 1e12));

describeEach('PUT with If-None-Match: *, of %s,', (_, resource) => {
  const { path, examples } = resource;
  const put = async (id: string) => {
    const body = await requestFor(resource, 'create');
    return ask(`PUT ${path}/${id}`, { headers: { 'if-none-match': '*' }, body });
  };

  test('creates under the id in the path, in upper or lower case', async () => {
    const id = mint(Date.parse('2020-02-02T02:02:02.222Z'));
    const { status, headers: answered, body } = await put(id.toUpperCase());
    expect([status, body]).toMatchObject([201, { id, createdAt: '2020-02-02T02:02:02.222Z' }]);
    expect(answered.location).toMatch(new RegExp(`${path}/${id}$`));
    expect(Date.parse(body.updatedAt)).toBeGreaterThan(Date.now() - 60_000);
    expect((await ask(`GET ${path}/${id}`)).body).toEqual(body);
  });

  test('takes an id of less than a minute ahead, and updatedAt is never before createdAt', async () => {
    const { status, body } = await put(mint(Date.now() + 50_000));
    expect([status, body.updatedAt]).toEqual([201, body.createdAt]);
    const { body: patched } = await ask(`PATCH ${path}/${body.id}`, { body: examples.update.request });
    expect(patched.updatedAt > body.updatedAt).toBe(true);
  });

  test.each([
    ['of the future', () => mint(Date.now() + 70_000)],
    ['of another version', () => '01890000-0000-4000-8000-000000000000'],
  ])('is a 400 for an id %s', async (_name, id) => {
    expect(await put(id())).toMatchObject(problem(400, 'invalid-id'));
  });
});

describeFor(aChild, 'DELETE', ({ resource, path, attribute, parent }) => {
  test('with ?force=true deletes a parent with 1,000 children', async () => {
    const { id, path: own } = await create(parent.resource);
    await storeItems(database, resource, { ids: mintIds(1000), values: { [attribute]: id } });
    expect(await ask(`DELETE ${own}?force=true`)).toMatchObject({ status: 204 });
    expect((await ask(`GET ${path}?${attribute}=${id}`)).body).toEqual([]);
  });
});
