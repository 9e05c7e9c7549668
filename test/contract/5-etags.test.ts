import { bodyFor, collections, nobody, problem, useService } from '../support/service';

const { ask, create } = useService();

describe.each(collections)('an ETag of %s', (collection) => {
  test('is strong, the same while nothing changes, and new at each change', async () => {
    const { path } = await create(collection);
    const tags = [];
    for (let i = 0; i < 3; i++) {
      const { headers } = await ask(`PUT ${path}`, { body: bodyFor(collection, 'same') });
      const [first, second] = [await ask(`GET ${path}`), await ask(`HEAD ${path}`)];
      expect([first.headers.etag, second.headers.etag]).toEqual([headers.etag, headers.etag]);
      tags.push(headers.etag);
    }
    expect(new Set(tags).size).toBe(3);
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/);
  });

  const forms = ['%', '"other", %', 'W/%', 'W/"a,b" , W/%,', '*'];
  test.each(forms)('in If-None-Match is a 304 without a body: %s', async (form) => {
    const { path, etag } = await create(collection);
    const headers = { 'if-none-match': form.replace('%', String(etag)) };
    for (const method of ['GET', 'HEAD']) {
      const response = await ask(`${method} ${path}`, { headers });
      expect(response).toMatchObject({ status: 304, text: '', headers: { etag, 'cache-control': 'no-cache' } });
      expect(response.headers['content-type']).toBeUndefined();
    }
  });

  test('that is not in If-None-Match is a 200', async () => {
    const { path } = await create(collection);
    const headers = { 'if-none-match': '"other", W/"another"' };
    expect(await ask(`GET ${path}`, { headers })).toMatchObject({ status: 200 });
  });

  /** Sends a write of each kind. */
  const write = (method: string, path: string, headers: Record<string, string>) =>
    ask(`${method} ${path}`, { headers, body: method === 'DELETE' ? undefined : bodyFor(collection, 'new') });

  test.each(['%', '"other", %', '*'])('in If-Match lets a write pass: %s', async (form) => {
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const { path, etag } = await create(collection);
      const { status } = await write(method, path, { 'if-match': form.replace('%', String(etag)) });
      expect(status).toBe(method === 'DELETE' ? 204 : 200);
    }
  });

  const others = ['"other"', 'W/%', '"a", "b"'];
  test.each(others)('that is not in If-Match is a 412 with the current one: %s', async (form) => {
    const { path, etag } = await create(collection);
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const response = await write(method, path, { 'if-match': form.replace('%', String(etag)) });
      expect(response).toMatchObject(problem(412, 'stale'));
      expect(response.headers.etag).toBe(etag);
    }
    expect((await ask(`GET ${path}`)).headers.etag).toBe(etag);
  });

  test('in If-Match is a 404, and not a 412, when the resource does not exist', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const response = await write(method, `${collection}/${nobody}`, { 'if-match': '"x"' });
      expect(response).toMatchObject(problem(404, 'not-found'));
    }
  });

  test('is asked for by a 400 to a write with If-Unmodified-Since', async () => {
    const { path } = await create(collection);
    const headers = { 'if-unmodified-since': new Date().toUTCString() };
    const errors = [{ header: 'If-Unmodified-Since', detail: expect.stringContaining('If-Match') }];
    for (const method of ['PUT', 'PATCH', 'DELETE'])
      expect(await write(method, path, headers)).toMatchObject(problem(400, 'invalid-header', { errors }));
    expect(await ask(`GET ${path}`, { headers })).toMatchObject({ status: 200 });
  });

  test('in If-Match guards reads, too', async () => {
    const { path, etag } = await create(collection);
    expect(await ask(`GET ${path}`, { headers: { 'if-match': String(etag) } })).toMatchObject({ status: 200 });
    expect(await ask(`GET ${path}`, { headers: { 'if-match': '"other"' } })).toMatchObject(problem(412, 'stale'));
  });

  test.each(['If-Match', 'If-None-Match'])('without quotes in %s is a 400', async (header) => {
    const { path } = await create(collection);
    const response = await ask(`GET ${path}`, { headers: { [header]: 'abc' } });
    const errors = [{ header, detail: expect.any(String) }];
    expect(response).toMatchObject(problem(400, 'invalid-header', { errors }));
  });
});

describe.each(collections)('a list of %s', (collection) => {
  test('has an ETag that changes with it', async () => {
    await create(collection);
    const { headers } = await ask(`GET ${collection}`);
    const unchanged = { headers: { 'if-none-match': String(headers.etag) } };
    expect(headers['cache-control']).toBe('no-cache');
    const { etag } = headers;
    expect(await ask(`GET ${collection}`, unchanged)).toMatchObject({ status: 304, text: '', headers: { etag } });
    await create(collection);
    expect(await ask(`GET ${collection}`, unchanged)).toMatchObject({ status: 200 });
  });

  test('has another ETag when another page follows', async () => {
    const all = await ask(`GET ${collection}?limit=100`);
    const path = `${collection}?order=asc&limit=${all.body.length}`;
    const last = await ask(`GET ${path}`);
    await create(collection);
    const more = await ask(`GET ${path}`);
    expect(more.body).toEqual(last.body);
    expect(more.headers.etag).not.toBe(last.headers.etag);
  });
});
