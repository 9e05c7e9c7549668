import { Octokit } from '@octokit/core';
import { paginateRest } from '@octokit/plugin-paginate-rest';
import parseLinkHeader from 'parse-link-header';
import { startService } from '../support/service';

const { url } = startService();

const titles = Array.from({ length: 25 }, (_, i) => `Post ${i}`);

beforeAll(async () => {
  const headers = { 'content-type': 'application/json' };
  for (const title of titles)
    await fetch(`${url()}/posts`, { method: 'POST', headers, body: JSON.stringify({ title }) });
});

test("Octokit's paginator walks a list", async () => {
  const octokit = new (Octokit.plugin(paginateRest))({ baseUrl: url() });
  const posts = (await octokit.paginate('GET /posts', { limit: 10, order: 'asc' })) as { title: string }[];
  expect(posts.map(({ title }) => title)).toEqual(titles);
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
