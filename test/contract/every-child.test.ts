import { nounOf } from '../../functions/http/resource';
import { pluralIn } from '../../functions/model/relation';
import { creatorOf, parentOf, resourceRows } from '../support/every-resource';
import { nobody, problem, useService } from '../support/service';

/*
 * The contract of every resource that belongs to another one.
 */

const service = useService();
const { ask, walk } = service;
const { create, requestFor } = creatorOf(service);

describe.each(resourceRows)('%s', (_, resource) => {
  const { path, relation } = resource;
  const parent = parentOf(resource);
  if (!relation || !parent) return test('belong to nothing', () => expect(relation).toBeUndefined());
  const { attribute } = relation;
  const [noun, plural] = [nounOf(parent), pluralIn(path)];

  test(`a ${attribute} of no ${noun} is a 422, and creates nothing`, async () => {
    const before = (await walk(path)).flat().length;
    const body = await requestFor(resource, 'create', nobody);
    expect(await ask(`POST ${path}`, { body })).toMatchObject(problem(422, `unknown-${noun}`));
    const { path: own } = await create(resource);
    expect(await ask(`PATCH ${own}`, { body: { [attribute]: nobody } })).toMatchObject(problem(422, `unknown-${noun}`));
    expect((await walk(path)).flat()).toHaveLength(before + 1);
  });

  test(`?${attribute} lists those of one ${noun}, page by page, and after a move and a deletion`, async () => {
    const [one, other] = [await create(parent), await create(parent)];
    const [first, second] = [await create(resource, one.id), await create(resource, one.id)];
    const moved = await create(resource, other.id);
    const listed = async (query: string) => (await walk(`${path}?${attribute}=${query}`)).flat();
    expect((await ask(`PATCH ${moved.path}`, { body: { [attribute]: one.id } })).status).toBe(200);
    expect(await listed(`${one.id}&limit=1`)).toEqual([moved.id, second.id, first.id]);
    expect(await listed(other.id)).toEqual([]);
    await ask(`DELETE ${second.path}`);
    expect(await listed(`${one.id}&order=asc`)).toEqual([first.id, moved.id]);
    expect(await listed(nobody)).toEqual([]);
  });

  test(`a ${noun} with ${plural} is a 409 with a link to them, until the last is gone or moved`, async () => {
    const { id, path: own } = await create(parent);
    const child = await create(resource, id);
    const refused = await ask(`DELETE ${own}`);
    expect(refused).toMatchObject(problem(409, `${noun}-has-${plural}`));
    expect(refused.headers.link).toContain(`<${path}?${attribute}=${id}>`);
    expect((await ask(`DELETE ${child.path}`)).status).toBe(204);
    expect((await ask(`DELETE ${own}`)).status).toBe(204);
  });

  test(`?force=true deletes a ${noun} with its ${plural}, and no others`, async () => {
    const [{ id, path: own }, kept] = [await create(parent), await create(resource)];
    const children = [await create(resource, id), await create(resource, id)];
    expect((await ask(`DELETE ${own}?force=true`)).status).toBe(204);
    for (const child of children) expect((await ask(`GET ${child.path}`)).status).toBe(404);
    expect((await ask(`GET ${kept.path}`)).status).toBe(200);
  });

  test(`?force=true with another If-Match is a 412, and leaves the ${noun} open and its ${plural} there`, async () => {
    const { id, path: own } = await create(parent);
    const child = await create(resource, id);
    const refused = await ask(`DELETE ${own}?force=true`, { headers: { 'if-match': '"old"' } });
    expect(refused).toMatchObject(problem(412, 'stale'));
    expect((await ask(`GET ${child.path}`)).status).toBe(200);
    expect(await create(resource, id)).toMatchObject({ [attribute]: id });
  });

  const grandparent = parentOf(parent);
  if (!grandparent) return;

  test(`?force=true of a ${nounOf(grandparent)} stops at a ${noun} with ${plural}, which stays`, async () => {
    const oldest = await create(grandparent);
    const middle = await create(parent, oldest.id);
    const child = await create(resource, middle.id);
    const refused = await ask(`DELETE ${oldest.path}?force=true`);
    expect(refused).toMatchObject(problem(409, `${noun}-has-${plural}`));
    for (const { path: own } of [oldest, middle, child]) expect((await ask(`GET ${own}`)).status).toBe(200);
  });
});
