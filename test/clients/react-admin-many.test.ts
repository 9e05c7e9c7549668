import { bare } from '../support/creator';
import { anOptionalChild, describeFor } from '../support/declared';
import { mintIds, storeItems } from '../support/dynamodb/store-items';
import { useService } from '../support/service';
import { dataProvider } from './data-provider';

const { url, create, database } = useService();

describeFor(anOptionalChild, 'the provider for react-admin takes many', (child) => {
  const { resource, plural, attribute, text, parent } = child;
  const ids = mintIds(120);
  let admin: ReturnType<typeof dataProvider>;
  let otherId: string;
  beforeAll(async () => {
    admin = dataProvider(url());
    otherId = (await create(parent.resource)).id;
    await storeItems(database, resource, { ids, values: { [attribute]: otherId } });
  });

  test('and lists them for an export beyond the largest page of the API', async () => {
    const whole = { pagination: { page: 1, perPage: 1000 }, sort: { field: 'id', order: 'ASC' as const } };
    const listed = await admin.getList(plural, { ...whole, filter: { [attribute]: otherId } });
    expect(listed).toMatchObject({ data: ids.toSorted().map((id) => ({ id })), total: 120 });
  });

  test('by id, 50 with each request', async () => {
    const fetched = jest.spyOn(globalThis, 'fetch');
    const { data } = await admin.getMany(plural, { ids });
    expect(fetched).toHaveBeenCalledTimes(3);
    fetched.mockRestore();
    expect(data.map(({ id }) => id)).toEqual(ids);
    expect(await admin.getMany(plural, { ids: [] })).toEqual({ data: [] });
  });

  test('by id when they are larger than a response of the API', async () => {
    const large = mintIds(30);
    await storeItems(database, resource, { ids: large, values: { [attribute]: otherId }, bytes: 80_000 });
    expect((await admin.getMany(plural, { ids: large })).data.map(({ id }) => id)).toEqual(large);
  });

  test('changes and deletes them, and then leaves them out of what is read by id', async () => {
    const made: string[] = [];
    for (const value of ['x', 'y', 'z']) made.push((await create(resource, { ...bare(resource), [text]: value })).id);
    const [kept, ...deleted] = made;
    expect(await admin.updateMany(plural, { ids: made, data: { [text]: 'same' } })).toEqual({ data: made });
    expect(await admin.deleteMany(plural, { ids: deleted })).toEqual({ data: deleted });
    expect((await admin.getMany(plural, { ids: made })).data).toMatchObject([{ id: kept, [text]: 'same' }]);
  });
});
