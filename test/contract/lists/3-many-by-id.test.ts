import { storePosts } from '../../support/dynamodb/store-posts';
import { collections, nobody, problem, useService } from '../../support/service';

const { ask, user, create, url, walk, database } = useService();

const idsOf = (query: string[]) => query.map((id) => `id=${id}`).join('&');

describe.each(collections)('GET %s?id', (path) => {
  const created: string[] = [];
  beforeAll(async () => {
    for (let i = 0; i < 50; i++) created.push((await create(path)).id);
  });
  const found = async (ids: string[]) => {
    const { status, body } = await ask(`GET ${path}?${idsOf(ids)}`);
    expect(status).toBe(200);
    return body.map(({ id }: { id: string }) => id);
  };

  test('answers these resources in the order asked, each once', async () => {
    const [a = '', b = '', c = ''] = created;
    expect(await found([b, c, a])).toEqual([b, c, a]);
    expect(await found([c, a, c, a])).toEqual([c, a]);
    expect((await ask(`GET ${path}?id=${a}`)).body).toEqual([(await ask(`GET ${path}/${a}`)).body]);
  });

  test('answers at most 50', async () => {
    expect(await found(created)).toEqual(created);
    const response = await ask(`GET ${path}?${idsOf([...created, nobody])}`);
    const detail = expect.stringMatching(/^is given 51 times; the maximum is 50;/);
    expect(response).toMatchObject(problem(400, 'invalid-query', { errors: [{ parameter: 'id', detail }] }));
  });

  test('leaves out ids that name nothing, and takes upper case', async () => {
    const [a = '', b = ''] = created;
    expect(await found([nobody, b, a.toUpperCase(), a])).toEqual([b, a]);
    expect(await found([nobody])).toEqual([]);
  });

  test.each(['me', '%F0%9F%91%8B', `${nobody},${nobody}`])('refuses %s, which cannot be an id', async (value) => {
    const detail = 'must be a UUIDv7; repeat the parameter for each id';
    const response = await ask(`GET ${path}?id=${nobody}&id=${value}`);
    expect(response).toMatchObject(problem(400, 'invalid-query', { errors: [{ parameter: 'id', detail }] }));
  });

  test('is as without limit, order and a count', async () => {
    const line = `GET ${path}?${idsOf(created.slice(0, 3).toReversed())}`;
    const { headers, body } = await ask(`${line}&limit=1&order=asc`, { headers: { prefer: 'count=exact' } });
    expect(body).toEqual((await ask(line)).body);
    expect([headers['x-total-count'], headers['preference-applied']]).toEqual([undefined, undefined]);
  });

  test('shows a deletion and a change at once, because the reads are strongly consistent', async () => {
    const { id, path: member } = await create(path);
    const patch = path === '/posts' ? { title: 'New' } : { name: 'New' };
    await ask(`PATCH ${member}`, { body: patch });
    expect((await ask(`GET ${path}?id=${id}`)).body).toMatchObject([patch]);
    await ask(`DELETE ${member}`);
    expect(await found([id])).toEqual([]);
  });

  test('has an ETag, and answers 304 to it', async () => {
    const line = `GET ${path}?${idsOf(created)}`;
    const { headers } = await ask(line);
    expect((await ask(line, { headers: { 'if-none-match': String(headers.etag) } })).status).toBe(304);
    expect((await ask(line.replace('GET', 'HEAD'))).headers.etag).toBe(headers.etag);
  });
});

test.each([
  ['GET /posts', `userId=${nobody}`],
  ['GET /api/v1/users', 'email=a@example.com'],
])('%s refuses an id beside %s', async (line, filter) => {
  expect(await ask(`${line}?id=${nobody}&${filter}`)).toMatchObject(problem(400, 'invalid-query'));
});

test('GET /posts?id ends a page at about 1 MB, and links to the ids that are left', async () => {
  const { id: userId } = await user();
  const content = '\u{1F600}'.repeat(20_000);
  const created = await storePosts(database, { userId, count: 30, content });
  const first = await ask(`GET /posts?expand=user&${idsOf(created)}`);
  const rest = created.slice(first.body.length);
  expect(first.headers.link).toBe(`<${url()}/posts?expand=user&${idsOf(rest)}>; rel="next"`);
  const pages = await walk(`/posts?expand=user&${idsOf(created)}`);
  expect(pages.every(({ length }) => length > 0 && length < 14)).toBe(true);
  expect(pages.flat()).toEqual(created);
});
