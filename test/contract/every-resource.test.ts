import type { Verb } from '../../functions/http/route';
import { resources } from '../../functions/resources';
import { budget, type RouteName } from '../../lib/cost/budget';
import { creatorOf, parentOf, resourceRows, routeOf } from '../support/every-resource';
import { problem, useService } from '../support/service';

/*
 * The contract of every resource: the tests follow from the models and examples of the resource. What only one resource
 * promises has a file of its own.
 */

const service = useService();
const { ask, walk, lineOf } = service;
const { create, requestFor } = creatorOf(service);

const newId = () => `01a1f3ad-8e00-7000-8000-${Math.random().toString(16).slice(2, 14).padEnd(12, '0')}`;

describe.each(resourceRows)('%s', (_, resource) => {
  const { path } = resource;
  const [, { body: fields = {} }] = routeOf(resource, 'create');

  test('a created one is what was sent, has a Location and an ETag, and can be read', async () => {
    const body = await requestFor(resource, 'create');
    const created = await ask(`POST ${path}`, { body });
    const written = { 'cache-control': 'no-store', 'content-type': 'application/json' };
    expect(created).toMatchObject({ status: 201, body, headers: written });
    expect(created.headers.location).toMatch(new RegExp(`${path}/${created.body.id}$`));
    const { headers, body: read } = await ask(`GET ${path}/${created.body.id}`);
    expect([headers.etag, read]).toEqual([created.headers.etag, created.body]);
  });

  test('the same Idempotency-Key creates one, and replays its response', async () => {
    const body = await requestFor(resource, 'create');
    const headers = { 'idempotency-key': newId() };
    const [first, second] = [
      await ask(`POST ${path}`, { headers, body }),
      await ask(`POST ${path}`, { headers, body }),
    ];
    expect(second).toMatchObject({ status: 201, body: first.body });
    expect(second.headers['idempotency-replayed']).toBe('true');
  });

  test('a read with the ETag is a 304, and HEAD has no body', async () => {
    const { path: own, etag } = await create(resource);
    expect(await ask(`GET ${own}`, { headers: { 'if-none-match': etag } })).toMatchObject({ status: 304, text: '' });
    expect(await ask(`HEAD ${own}`)).toMatchObject({ status: 200, text: '' });
  });

  test('PUT replaces all fields, only at the revision of If-Match', async () => {
    const { path: own, etag } = await create(resource);
    const body = await requestFor(resource, 'replace');
    const stale = await ask(`PUT ${own}`, { headers: { 'if-match': '"old"' }, body });
    expect([stale.status, stale.headers.etag]).toEqual([412, etag]);
    const replaced = await ask(`PUT ${own}`, { headers: { 'if-match': etag }, body });
    expect(replaced).toMatchObject({ status: 200, body });
    expect(replaced.headers.etag).not.toBe(etag);
    expect((await ask(`GET ${own}`)).body).toEqual(replaced.body);
  });

  test('PUT with If-None-Match: * creates under the id once', async () => {
    const [own, headers] = [`${path}/${newId()}`, { 'if-none-match': '*' }];
    const body = await requestFor(resource, 'create');
    expect(await ask(`PUT ${own}`, { headers, body })).toMatchObject({ status: 201, body });
    expect((await ask(`PUT ${own}`, { headers, body })).status).toBe(412);
  });

  test('PATCH changes only what it names, and without effect keeps the ETag', async () => {
    const { path: own, etag } = await create(resource);
    const before = (await ask(`GET ${own}`)).body;
    const body = await requestFor(resource, 'update');
    const changed = await ask(`PATCH ${own}`, { body });
    expect(changed.body).toEqual({ ...before, ...body, updatedAt: expect.any(String) });
    expect(changed.headers.etag).not.toBe(etag);
    expect((await ask(`PATCH ${own}`, { body })).headers.etag).toBe(changed.headers.etag);
  });

  test('a deleted one is a 404, and on no list', async () => {
    const { id, path: own } = await create(resource);
    expect((await ask(`DELETE ${own}`)).status).toBe(204);
    expect((await ask(`DELETE ${own}`)).status).toBe(404);
    expect((await ask(`GET ${own}`)).status).toBe(404);
    expect((await walk(path)).flat()).not.toContain(id);
  });

  test('the pages of a list show each exactly once, the newest first, and count all', async () => {
    for (let i = 0; i < 3; i++) await create(resource);
    const ids = (await walk(`${path}?limit=2`)).flat();
    expect(ids).toEqual([...new Set(ids)].sort().reverse());
    const { headers } = await ask(`GET ${path}?limit=1`, { headers: { prefer: 'count=exact' } });
    expect(headers['x-total-count']).toBe(String(ids.length));
  });

  test.each(Object.entries(fields))(
    'a body with a wrong %s is a 400 that names it, and creates nothing',
    async (name, field) => {
      const before = (await walk(path)).flat().length;
      const valid = await requestFor(resource, 'create');
      const { [name]: _value, ...rest }: Record<string, unknown> = { ...valid };
      const isRequired = !field.isOptional && field.default === undefined;
      for (const body of [{ ...valid, [name]: 7 }, ...(isRequired ? [rest] : [])]) {
        const refused = await ask(`POST ${path}`, { body });
        expect(refused).toMatchObject(problem(400, 'invalid-body'));
        expect(refused.body.errors).toEqual([expect.objectContaining({ pointer: `#/${name}` })]);
      }
      expect((await walk(path)).flat()).toHaveLength(before);
    },
  );

  test('a body with an unknown member is a 400 that names the allowed ones', async () => {
    const body = { ...(await requestFor(resource, 'create')), nonsense: '' };
    const refused = await ask(`POST ${path}`, { body });
    expect(refused.body.errors).toEqual([expect.objectContaining({ pointer: '#/nonsense' })]);
  });

  test('each request fields the capacity units of its budget', async () => {
    const unitsOf = async (verb: Verb, line: string, body?: unknown) => {
      const response = await ask(line, { body });
      expect(response.status).toBeLessThan(300);
      const { readUnits, writeUnits } = await lineOf(response);
      const [name] = routeOf(resource, verb);
      const { readUnits: reads, writeUnits: writes } = budget[name as RouteName];
      expect([verb, readUnits, writeUnits]).toEqual([verb, reads, writes]);
    };
    const parent = parentOf(resource);
    const parentId = parent && (await create(parent)).id;
    const body = await requestFor(resource, 'create', parentId);
    await unitsOf('create', `POST ${path}`, body);
    const { path: own } = await create(resource, parentId);
    await unitsOf('get', `GET ${own}`);
    // A new e-mail address would move the claim, so the replacement keeps all values that others depend on.
    const { body: stored } = await ask(`GET ${own}`);
    const kept = Object.fromEntries(
      Object.keys(fields).flatMap((name) => (name in stored ? [[name, stored[name]]] : [])),
    );
    await unitsOf('replace', `PUT ${own}`, kept);
    await unitsOf('update', `PATCH ${own}`, resource.examples.update.request);
    await unitsOf('remove', `DELETE ${own}`);
  });
});

test('the resources are those of the paths', () => {
  expect(resources.map(({ path }) => path)).toEqual(expect.arrayContaining(['/api/v1/users', '/posts']));
});
