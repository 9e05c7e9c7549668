import { relationsOf } from '../../../functions/kit/resources';
import { askAs, creatorAs, creatorFor, ownerOf, type Role, useOwnership } from '../../support/auth/owned';
import { describeShapes, routeOf } from '../../support/declared';
import { startGrown } from '../../support/dynamodb/grown';
import { ask } from '../../support/resources';

const { empty } = startGrown();
useOwnership();

describeShapes('a list of %s', (_, resource) => {
  const { path, isPrivate } = resource;
  const [, { access }] = routeOf(resource, 'list');
  const [owner, stranger] = [ownerOf('owner'), ownerOf('stranger')];
  const ids = { owner: [] as string[], stranger: [] as string[], nobody: [] as string[] };
  const all = () => Object.values(ids).flat().sort();
  beforeAll(async () => {
    await empty();
    for (let round = 0; round < 2; round++) {
      ids.owner.push((await creatorAs('owner').create(resource)).id);
      ids.stranger.push((await creatorAs('stranger').create(resource)).id);
      ids.nobody.push((await creatorFor().create(resource)).id);
    }
  });

  /** Returns the ids and the number of what a caller lists. */
  const listAs = async (role: Role, query = '') => {
    const headers = { prefer: 'count=exact' };
    const { status, body, headers: answered } = await askAs(role, `GET ${path}?order=asc&${query}`, { headers });
    if (status !== 200) return status;
    return [body.map(({ id }: { id: string }) => id), Number(answered?.['x-total-count'])];
  };
  const listOf = (listed: readonly string[]) => [listed, listed.length];

  test('has what the caller owns if the resource is private, and else all', async () => {
    expect(await listAs('owner')).toEqual(listOf(isPrivate ? ids.owner : all()));
    expect(await listAs('admin')).toEqual(listOf(all()));
  });

  test('with an owner has what is theirs, and of private resources for the owner and admins alone', async () => {
    expect(await listAs('owner', `owner=${stranger}`)).toEqual(listOf(isPrivate ? [] : ids.stranger));
    expect(await listAs('admin', `owner=${stranger}`)).toEqual(listOf(ids.stranger));
    const [first, second] = ids.stranger;
    expect(await listAs('stranger', `owner=${stranger}&limit=1`)).toEqual([[first], 2]);
    expect(await listAs('stranger', `owner=${stranger}&limit=1&after=${first}`)).toEqual([[second], 2]);
    expect(await listAs('stranger', `owner=${stranger}&createdBefore=1970-01-02`)).toEqual(listOf([]));
    expect(await listAs('admin', 'owner=ada')).toBe(400);
  });

  test('with owner=me has what the caller owns, and a request without a token is a 400', async () => {
    expect(await listAs('owner', 'owner=me')).toEqual(listOf(ids.owner));
    const { status, body } = await ask(`GET ${path}?owner=me`);
    const errors = [{ parameter: 'owner', rule: 'not-allowed' }];
    expect({ status, errors: body.errors }).toMatchObject(access === 'public' ? { status: 400, errors } : {});
  });

  test('of a parent has its children, but of private ones those of the caller alone', async () => {
    for (const { attribute } of relationsOf(resource)) {
      const { id, Path, [attribute]: parent } = await creatorAs('owner').create(resource);
      if (parent === undefined) continue;
      expect(await listAs('owner', `${attribute}=${parent}`)).toEqual(listOf([id]));
      expect(await listAs('stranger', `${attribute}=${parent}`)).toEqual(listOf(isPrivate ? [] : [id]));
      await askAs('admin', `PATCH ${Path}`, { body: { owner: stranger } });
      expect(await listAs('owner', `${attribute}=${parent}`)).toEqual(listOf(isPrivate ? [] : [id]));
      expect(await listAs('stranger', `${attribute}=${parent}`)).toEqual(listOf([id]));
      await askAs('admin', `DELETE ${Path}`);
    }
  });

  test('loses what an admin gives to another owner, who gets it', async () => {
    const { Path, id } = await creatorAs('owner').create(resource);
    const replacement = await creatorAs('admin').requestFor(resource, 'replace');
    for (const [line, body] of [
      [`PATCH ${Path}`, { owner: stranger }],
      [`PUT ${Path}`, { ...replacement, owner }],
    ] as const) {
      expect(await askAs('admin', line, { body })).toMatchObject({ status: 200, body });
      for (const role of ['owner', 'stranger'] as const) {
        const others = ids[role];
        expect(await listAs(role, 'owner=me')).toEqual(listOf(body.owner === ownerOf(role) ? [...others, id] : others));
      }
    }
    await askAs('admin', `DELETE ${Path}`);
  });
});
