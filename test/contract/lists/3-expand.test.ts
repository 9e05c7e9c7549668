import { anExpandedChild, describeFor } from '../../support/declared';
import { useService } from '../../support/service';

const { ask, create } = useService();

describeFor(anExpandedChild, 'a list with `expand`', ({ resource, path, attribute, required, parent, shown }) => {
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
    const expand = `expand=${parent.noun}`;
    const ids = plain.map(({ id }: { id: string }) => `id=${id}`).join('&');
    for (const query of [expand, `${expand}&${ids}`])
      expect((await ask(`GET ${path}?${query}`)).body).toEqual([
        { ...plain[0], ...shownOf(b) },
        ...others.slice(0, -1),
        { ...last, ...shownOf(a) },
      ]);
  });
});
