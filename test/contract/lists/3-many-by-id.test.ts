import { storePosts } from '../../support/dynamodb/store-posts';
import { collections, useService } from '../../support/service';

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
    expect(await found(created)).toEqual(created);
  });
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
