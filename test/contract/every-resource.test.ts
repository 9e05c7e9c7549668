import type { Verb } from '../../functions/http/route';
import { budget, type RouteName } from '../../lib/cost/budget';
import { creatorOf, resourceRows, routeOf } from '../support/every-resource';
import { nobody, problem, useService } from '../support/service';

/*
 * The contract of every resource: the tests follow from the models and examples of the resource. What only one resource
 * promises has a file of its own.
 */

const service = useService();
const { ask, walk, url, lineOf } = service;
const { create, requestFor } = creatorOf(service);

const newId = () => `01a1f3ad-8e00-7000-8000-${Math.random().toString(16).slice(2, 14).padEnd(12, '0')}`;

const tag = expect.stringMatching(/^"[\w-]+"$/);

describe.each(resourceRows)('%s', (_, resource) => {
  const { path } = resource;
  const [, { body: fields = {} }] = routeOf(resource, 'create');

  test('a created one is what was sent, has a Location and a strong ETag, and can be read', async () => {
    const body = await requestFor(resource, 'create');
    const created = await ask(`POST ${path}`, { body });
    const location = `${url()}${path}/${created.body.id}`;
    const headers = { location, etag: tag, 'cache-control': 'no-store', 'content-type': 'application/json' };
    expect(created).toMatchObject({ status: 201, body, headers });
    const read = await ask(`GET ${path}/${created.body.id}`);
    expect(read.body).toEqual(created.body);
    expect(read.headers).toMatchObject({ etag: created.headers.etag, 'cache-control': 'no-cache' });
  });

  test('the same Idempotency-Key creates one, and replays its response', async () => {
    const body = await requestFor(resource, 'create');
    const headers = { 'idempotency-key': newId() };
    const first = await ask(`POST ${path}`, { headers, body });
    const second = await ask(`POST ${path}`, { headers, body });
    expect(second).toMatchObject({ status: 201, body: first.body });
    expect(second.headers['idempotency-replayed']).toBe('true');
  });

  test('PUT replaces all fields, and ignores the read-only members that GET gave', async () => {
    const { path: own, etag } = await create(resource);
    const { body: before } = await ask(`GET ${own}`);
    const body = await requestFor(resource, 'replace');
    const replaced = await ask(`PUT ${own}`, { body: { ...before, createdAt: 'ignored', updatedAt: 7, ...body } });
    const { id, createdAt } = before;
    expect(replaced).toMatchObject({ status: 200, body: { ...body, id, createdAt }, headers: { etag: tag } });
    expect(replaced.headers.etag).not.toBe(etag);
    expect((await ask(`GET ${own}`)).body).toEqual(replaced.body);
  });

  test('PUT with If-None-Match: * creates under the id once', async () => {
    const [own, headers] = [`${path}/${newId()}`, { 'if-none-match': '*' }];
    const body = await requestFor(resource, 'create');
    const created = await ask(`PUT ${own}`, { headers, body });
    expect(created).toMatchObject({ status: 201, body, headers: { location: `${url()}${own}` } });
    const again = await ask(`PUT ${own}`, { headers, body });
    expect(again).toMatchObject(problem(412, 'exists'));
    expect(again.headers.etag).toBe(created.headers.etag);
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

  const writes = [
    ['PUT', 'replace'],
    ['PATCH', 'update'],
    ['DELETE', undefined],
  ] as const;

  test.each(writes)(
    '%s at a stale If-Match is a 412 with the current ETag, and changes nothing',
    async (method, verb) => {
      const { path: own, etag } = await create(resource);
      const body = verb && (await requestFor(resource, verb));
      const stale = await ask(`${method} ${own}`, { headers: { 'if-match': '"old"' }, body });
      expect(stale).toMatchObject(problem(412, 'stale'));
      expect([stale.headers.etag, (await ask(`GET ${own}`)).headers.etag]).toEqual([etag, etag]);
    },
  );

  test.each(writes)('%s of one that does not exist is a 404, with and without If-Match', async (method, verb) => {
    const body = verb && (await requestFor(resource, verb));
    const create = verb === 'replace' ? '; to create it under this id, send If-None-Match: *' : '';
    const notFound = problem(404, 'not-found', { detail: `There is no such resource${create}.` });
    const conditions: Record<string, string>[] = [{}, { 'if-match': '"old"' }];
    for (const headers of conditions)
      expect(await ask(`${method} ${path}/${nobody}`, { headers, body })).toMatchObject(notFound);
  });

  test('a deleted one is a 404, and on no list', async () => {
    const { id, path: own } = await create(resource);
    expect(await ask(`DELETE ${own}`)).toMatchObject({ status: 204, text: '' });
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

  test('each request takes the capacity units of its budget', async () => {
    const expectBudget = async (verb: Verb, line: string, body?: unknown) => {
      const response = await ask(line, { body });
      expect(response.status).toBeLessThan(300);
      const [name] = routeOf(resource, verb);
      const { readUnits, writeUnits } = budget[name as RouteName];
      expect(await lineOf(response)).toMatchObject({ readUnits, writeUnits });
    };
    await expectBudget('create', `POST ${path}`, await requestFor(resource, 'create'));
    const { path: own } = await create(resource);
    await expectBudget('get', `GET ${own}`);
    // A new e-mail address would move the claim, so the replacement keeps all values.
    await expectBudget('replace', `PUT ${own}`, (await ask(`GET ${own}`)).body);
    await expectBudget('update', `PATCH ${own}`, resource.examples.update.request);
    await expectBudget('remove', `DELETE ${own}`);
  });
});
