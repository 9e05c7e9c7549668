import { anExpandedChild, describeFor } from '../../support/declared';
import { useService } from '../../support/service';

const { ask, create, requestFor } = useService();

describeFor(anExpandedChild, 'a list with `expand`', ({ resource, path, attribute, required, parent, shown = {} }) => {
  const expand = `expand=${parent.noun}`;
  /** Returns what a child shows of its parent. */
  const shownOf = (created: Readonly<Record<string, unknown>>) => ({
    [parent.noun]: Object.fromEntries(Object.keys(shown).map((name) => [name, created[name]])),
  });

  test('gives every child that has a parent the members that the declaration names, and nothing else', async () => {
    const [a, b] = [await create(parent.resource), await create(parent.resource)];
    const orphan = required.includes(attribute) ? [] : [undefined];
    for (const id of [a.id, ...orphan, b.id]) await create(resource, { [attribute]: id });
    const { body: plain } = await ask(`GET ${path}`);
    expect((await ask(`GET ${path}?${expand}`)).body).toEqual([
      { ...plain[0], ...shownOf(b) },
      ...plain.slice(1, -1),
      { ...plain.at(-1), ...shownOf(a) },
    ]);
    expect(plain).toHaveLength(2 + orphan.length);
  });

  test('combines with a filter, a page, an order, a time range, a count and ids', async () => {
    const owner = await create(parent.resource);
    const ids = [];
    for (let i = 0; i < 3; i++) ids.push((await create(resource, { [attribute]: owner.id })).id);
    const query = `${expand}&${attribute}=${owner.id}&limit=1&order=asc&createdSince=2020-01-01&after=${ids[0]}`;
    const { body, headers } = await ask(`GET ${path}?${query}`, { headers: { prefer: 'count=exact' } });
    expect(body).toMatchObject([{ id: ids[1], ...shownOf(owner) }]);
    expect(headers['x-total-count']).toBe('3');
    expect(headers.link).toContain(expand);
    expect((await ask(`GET ${path}?${expand}&id=${ids[2]}&id=${ids[0]}`)).body).toMatchObject([
      { id: ids[2], ...shownOf(owner) },
      { id: ids[0], ...shownOf(owner) },
    ]);
  });

  test('shows a new value of a parent, with another ETag', async () => {
    const owner = await create(parent.resource);
    await create(resource, { [attribute]: owner.id });
    const line = `GET ${path}?${expand}&${attribute}=${owner.id}`;
    const headers = { 'if-none-match': String((await ask(line)).headers.etag) };
    const replaced = await ask(`PUT ${owner.path}`, { body: await requestFor(parent.resource, 'replace') });
    expect(await ask(line, { headers })).toMatchObject({ status: 200, body: [shownOf(replaced.body)] });
  });
});
