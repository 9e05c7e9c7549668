import { problem, useService } from '../support/service';

const { ask, post } = useService();

const fill = (form: string, etag: unknown) => form.replace('%', String(etag));
const body = (method: string) => (method.startsWith('P') ? { title: 'A title' } : undefined);

describe('an ETag of a post', () => {
  test('is new at each change, although the content is the same', async () => {
    const { path, etag } = await post();
    const tags = [etag];
    for (let i = 0; i < 2; i++) tags.push((await ask(`PUT ${path}`, { body: body('PUT') })).headers.etag);
    expect(new Set(tags).size).toBe(3);
  });

  test.each(['%', 'W/"a,b" , W/%,', '*'])('in If-None-Match is a 304 without a body: %s', async (form) => {
    const { path, etag } = await post();
    for (const method of ['GET', 'HEAD']) {
      const response = await ask(`${method} ${path}`, { headers: { 'if-none-match': fill(form, etag) } });
      expect(response).toMatchObject({ status: 304, text: '', headers: { etag, 'cache-control': 'no-cache' } });
      expect(response.headers['content-type']).toBeUndefined();
    }
  });

  test('that is not in If-None-Match is a 200', async () => {
    const { path } = await post();
    const headers = { 'if-none-match': '"other", W/"another"' };
    expect(await ask(`GET ${path}`, { headers })).toMatchObject({ status: 200 });
  });

  const requests = [
    ['GET', 200],
    ['PUT', 200],
    ['PATCH', 200],
    ['DELETE', 204],
  ] as const;

  describe.each(requests)('of %s', (method, status) => {
    test.each(['%', '"other", %', '*'])('in If-Match lets the request pass: %s', async (form) => {
      const { path, etag } = await post();
      const headers = { 'if-match': fill(form, etag) };
      expect(await ask(`${method} ${path}`, { headers, body: body(method) })).toMatchObject({ status });
    });

    test('in If-Match is a 400 beside If-None-Match: *', async () => {
      const { path, etag } = await post();
      const response = await ask(`${method} ${path}`, {
        headers: { 'if-match': etag, 'if-none-match': '*' },
        body: body(method),
      });
      expect(response).toMatchObject(problem(400, 'invalid-header'));
    });

    test.each(['W/%', '"a", "b"'])('that is not in If-Match is a 412: %s', async (form) => {
      const { path, etag } = await post();
      const response = await ask(`${method} ${path}`, {
        headers: { 'if-match': fill(form, etag) },
        body: body(method),
      });
      expect(response).toMatchObject(problem(412, 'stale'));
      expect(response.headers.etag).toBe(etag);
    });
  });

  test('in If-None-Match of a write is a 412, and another lets the write pass, also beside If-Match', async () => {
    for (const [method, status] of requests.slice(1)) {
      const { path, etag } = await post();
      const send = (tags: string, more = {}) =>
        ask(`${method} ${path}`, { headers: { 'if-none-match': tags, ...more }, body: body(method) });
      for (const tags of ['*', `"other", ${etag}`]) expect(await send(tags)).toMatchObject(problem(412, 'exists'));
      expect((await send('"other"', { 'if-match': etag })).status).toBe(status);
    }
  });

  test('is asked for by a 400 to a write with If-Unmodified-Since', async () => {
    const { path } = await post();
    const headers = { 'if-unmodified-since': new Date().toUTCString() };
    const errors = [{ header: 'If-Unmodified-Since', detail: expect.stringContaining('If-Match') }];
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const response = await ask(`${method} ${path}`, { headers, body: body(method) });
      expect(response).toMatchObject(problem(400, 'invalid-header', { errors }));
    }
    expect(await ask(`GET ${path}`, { headers })).toMatchObject({ status: 200 });
  });
});

test('an ETag of a list changes with the list, and when another page follows', async () => {
  await post();
  const { length } = (await ask('GET /posts?limit=100')).body;
  for (const path of [`/posts?order=asc&limit=${length}`, '/posts']) {
    const { etag } = (await ask(`GET ${path}`)).headers;
    const unchanged = { headers: { 'if-none-match': String(etag) } };
    const headers = { etag, 'cache-control': 'no-cache' };
    expect(await ask(`GET ${path}`, unchanged)).toMatchObject({ status: 304, text: '', headers });
    await post();
    expect(await ask(`GET ${path}`, unchanged)).toMatchObject({ status: 200 });
  }
});
