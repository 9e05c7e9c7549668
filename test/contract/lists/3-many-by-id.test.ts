import { storePosts } from '../../support/dynamodb/store-posts';
import { useService } from '../../support/service';

const { ask, user, url, walk, database } = useService();

const idsOf = (query: string[]) => query.map((id) => `id=${id}`).join('&');

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
