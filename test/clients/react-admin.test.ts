import type { RaRecord } from 'ra-core';
import { bare } from '../support/creator';
import { anOptionalChild, describeFor } from '../support/declared';
import { useService } from '../support/service';
import { idAt } from '../support/unit/id';
import { dataProvider } from './data-provider';

const { url, create, createUnder, requestFor } = useService();

/** Creation time of the item with this number that `beforeAll` creates. */
const timeOf = (number: number) => new Date(Date.parse('2025-11-01') + number * 1000);

const page = (number: number, order: 'ASC' | 'DESC' = 'ASC') => ({
  pagination: { page: number, perPage: 3 },
  sort: { field: 'id', order },
});

describeFor(anOptionalChild, 'the provider for react-admin', ({ resource, plural, attribute, text, parent }) => {
  let admin: ReturnType<typeof dataProvider>;
  let parentId: string;

  const bodyOf = (value: string | null, more: object = {}) =>
    requestFor(resource, 'create', { ...bare(resource), [text]: value, ...more });
  const createWith = async (value: string, more?: object) =>
    (await admin.create(plural, { data: await bodyOf(value, more) })).data;

  beforeAll(async () => {
    admin = dataProvider(url());
    parentId = (await create(parent.resource)).id;
    for (const [i, value] of [...'abcdefg'].entries()) {
      const values = { ...bare(resource), [text]: value, [attribute]: parentId };
      await createUnder(resource, idAt(timeOf(i).getTime(), i), values);
    }
  });

  /** Lists a page. Returns the texts of the items in their place. */
  const listTexts = async (shown: ReturnType<typeof page>, filter: object = { [attribute]: parentId }) => {
    const listed = await admin.getList(plural, { ...shown, filter });
    return { ...listed, data: listed.data.map((item) => item[text]) };
  };

  describe('lists', () => {
    test.each([
      ['first page', page(1), ['a', 'b', 'c'], true, false],
      ['next page', page(2), ['d', 'e', 'f'], true, true],
      ['last page in descending order', page(3, 'DESC'), ['a'], false, true],
      ['page after the last one', page(9), [], false, true],
    ])('the %s', async (_, shown, data, hasNextPage, hasPreviousPage) => {
      expect(await listTexts(shown)).toEqual({ data, total: 7, pageInfo: { hasNextPage, hasPreviousPage } });
    });

    test.each([
      ['texts', { createdSince: '2025-11-01T01:00:01+01:00', createdBefore: '2025-11-01T00:00:05Z' }],
      ['Dates', { createdSince: timeOf(1), createdBefore: timeOf(5) }],
    ])('the pages of a time range between two %s', async (_, filter) => {
      expect(await listTexts(page(1), filter)).toMatchObject({ data: ['b', 'c', 'd'], total: 4 });
      expect(await listTexts(page(2), filter)).toMatchObject({ data: ['e'], total: 4 });
    });

    test('the right last page after a write of this client, and after one of another client', async () => {
      const lastPage = async () => (await listTexts(page(3, 'DESC'))).data;
      expect(await lastPage()).toEqual(['a']);
      const previousData = await createWith('h', { [attribute]: parentId });
      expect(await lastPage()).toEqual(['b', 'a']);
      await dataProvider(url()).delete(plural, { id: previousData.id, previousData });
      await listTexts(page(1, 'DESC'));
      expect(await lastPage()).toEqual(['a']);
    });

    test('in no other order, and no resource that the API does not describe', async () => {
      const sort = { field: text, order: 'ASC' as const };
      await expect(admin.getList(plural, { ...page(1), sort, filter: {} })).rejects.toThrow(`not by "${text}"`);
      await expect(admin.getList('books', { ...page(1), filter: {} })).rejects.toThrow('no resource "books"');
    });
  });

  describe('takes one', () => {
    test('that is outdated, and does not edit it, also when it was listed again meanwhile', async () => {
      const created = await createWith('New');
      const { id } = created;
      const edit = (client: typeof admin, previousData: RaRecord, value: string) =>
        client.update(plural, { id, data: { ...previousData, [text]: value }, previousData });
      const other = dataProvider(url());
      const { data: shown } = await other.getOne(plural, { id });
      expect(await edit(admin, created, 'Mine')).toMatchObject({ data: { [text]: 'Mine' } });
      expect((await other.getMany(plural, { ids: [id] })).data).toMatchObject([{ [text]: 'Mine' }]);
      await expect(edit(other, shown, 'Theirs')).rejects.toMatchObject({ status: 412, body: { code: 'stale' } });
      const { data: current } = await other.getOne(plural, { id });
      expect(await edit(other, current, 'Theirs')).toMatchObject({ data: { [text]: 'Theirs' } });
    });

    test('without the fields whose inputs are empty', async () => {
      const nothing = Object.fromEntries(Object.keys(bare(resource)).map((name) => [name, null]));
      const previousData = await createWith('New', { ...nothing, [attribute]: parentId });
      expect(previousData).toMatchObject({ [text]: 'New', [attribute]: parentId });
      const { id } = previousData;
      const { data } = await admin.update(plural, { id, data: { ...previousData, [attribute]: null }, previousData });
      expect(data).toEqual({ ...previousData, [attribute]: undefined, updatedAt: data.updatedAt });
      expect(await admin.delete(plural, { id, previousData })).toMatchObject({ data: { id } });
    });

    test('that is refused, with the error beside its field', async () => {
      const body = { errors: { [text]: expect.any(String) } };
      await expect(admin.create(plural, { data: await bodyOf('') })).rejects.toMatchObject({ status: 400, body });
    });
  });

  test('adds the parents on every page when meta says so, and each item can be edited', async () => {
    const reference = { ...page(2), target: attribute, id: parentId, filter: {} };
    const { data: plain } = await admin.getManyReference(plural, reference);
    const listed = await admin.getManyReference(plural, { ...reference, meta: { embed: [parent.noun] } });
    expect(listed).toMatchObject({
      data: plain.map((item) => ({ ...item, [parent.noun]: { id: parentId } })),
      total: 7,
    });
    expect(plain.map((item) => parent.noun in item)).toEqual([false, false, false]);
    const [previousData] = listed.data;
    const data = { ...previousData, [text]: 'More' };
    const edited = await admin.update(plural, { id: previousData.id, data, previousData });
    expect(edited.data).toMatchObject({ [text]: 'More', [attribute]: parentId });
  });
});
