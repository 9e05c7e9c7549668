import { Octokit } from '@octokit/core';
import { paginateRest } from '@octokit/plugin-paginate-rest';
import parseLinkHeader from 'parse-link-header';
import { idAt } from '../support/id';
import { useService } from '../support/service';

const { url, ask } = useService();

const titles = Array.from({ length: 25 }, (_, i) => `Post ${i}`);
const firstMs = Date.parse('2025-11-01');
const ids = titles.map((_, i) => idAt(firstMs + i * 1000, i));

beforeAll(async () => {
  const headers = { 'if-none-match': '*' };
  // A response of at most 1 MB cannot hold all of these posts.
  const content = '\u{1F600}'.repeat(20_000);
  for (const [i, title] of titles.entries()) await ask(`PUT /posts/${ids[i]}`, { headers, body: { title, content } });
});

test.each([
  ['list', 'GET /posts', { limit: 10, order: 'asc' }, titles],
  [
    'time range',
    'GET /posts',
    { limit: 3, createdSince: '2025-11-01T01:00:05+01:00', createdBefore: '2025-11-01T00:00:15Z' },
    titles.slice(5, 15).reverse(),
  ],
  // Octokit joins an array of parameters with commas, so that the route has the ids.
  ['list of ids', `GET /posts?${new URLSearchParams(ids.map((id) => ['id', id]))}`, {}, titles],
])("Octokit's paginator walks a %s", async (_, route, parameters, expected) => {
  const octokit = new (Octokit.plugin(paginateRest))({ baseUrl: url() });
  const posts = (await octokit.paginate(route, parameters)) as { title: string }[];
  expect(posts.map(({ title }) => title)).toEqual(expected);
});

test('parse-link-header parses the links of a list', async () => {
  const seen: string[] = [];
  for (let next: string | undefined = `${url()}/posts?limit=10&order=asc`; next; ) {
    const response: Response = await fetch(next);
    seen.push(...((await response.json()) as { title: string }[]).map(({ title }) => title));
    const links = parseLinkHeader(response.headers.get('link'));
    expect(links?.first?.url).toBe(seen.length > 10 ? `${url()}/posts?limit=10&order=asc` : undefined);
    next = links?.next?.url;
  }
  expect(seen).toEqual(titles);
});
