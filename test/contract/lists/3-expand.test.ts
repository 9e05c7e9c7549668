import { anExpandedChild, describeFor } from '../../support/declared';
import { useService } from '../../support/service';

const { ask, create, requestFor } = useService();

describeFor(anExpandedChild, 'a list with `expand`', ({ resource, path, attribute, required, parent, shown }) => {
  const expand = `expand=${parent.noun}`;
  /** Returns what a child shows of its parent. */
  const shownOf = (created: Readonly<Record<string, unknown>>) => ({
    [parent.noun]: Object.fromEntries(Object.keys(shown).map((name) => [name, created[name]])),
  });
  const createChild = async (parentId?: string) => (await create(resource, { [attribute]: parentId })).id;

  test('gives each child that has a parent the members that the declaration names, and nothing else', async () => {
    const [a, b] = [await create(parent.resource), await create(parent.resource)];
    for (const id of [a.id, ...(required.includes(attribute) ? [] : [undefined]), b.id]) await createChild(id);
    const { body: plain } = await ask(`GET ${path}`);
    const [last, ...others] = plain.toReversed();
    expect((await ask(`GET ${path}?${expand}`)).body).toEqual([
      { ...plain[0], ...shownOf(b) },
      ...others.slice(0, -1),
      { ...last, ...shownOf(a) },
    ]);
  });

  test('combines with a filter, a page, an order, a time range, a count and ids, and shows a new value', async () => {
    const { id: parentId, ...owner } = await create(parent.resource);
    const ids = [await createChild(parentId), await createChild(parentId), await createChild(parentId)];
    const shownParent = shownOf({ id: parentId, ...owner });
    const filter = `${expand}&${attribute}=${parentId}`;
    const line = `GET ${path}?${filter}&limit=1&order=asc&createdSince=2020-01-01&after=${ids[0]}`;
    const { body, headers } = await ask(line, { headers: { prefer: 'count=exact' } });
    expect(body).toMatchObject([{ id: ids[1], ...shownParent }]);
    expect(headers).toMatchObject({ 'x-total-count': '3', link: expect.stringContaining(expand) });
    expect((await ask(`GET ${path}?${expand}&id=${ids[2]}&id=${ids[0]}`)).body).toMatchObject([
      { id: ids[2], ...shownParent },
      { id: ids[0], ...shownParent },
    ]);
    const replaced = await ask(`PUT ${owner.path}`, { body: await requestFor(parent.resource, 'replace') });
    const changed = await ask(line, { headers: { 'if-none-match': String(headers.etag) } });
    expect(changed).toMatchObject({ status: 200, body: [shownOf(replaced.body)] });
  });
});
