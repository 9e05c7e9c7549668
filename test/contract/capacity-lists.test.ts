import { client } from '../../functions/kit/dynamodb/client';
import { resources } from '../../functions/resources';
import { budget } from '../../lib/cost/budget';
import { createPost, createUser } from '../support/auth/owned';
import { grow, startGrown } from '../support/dynamodb/grown';
import { storePosts } from '../support/dynamodb/store-posts';
import { walkWith } from '../support/links';
import { ask } from '../support/resources';
import { readText } from '../support/sources';

const { database, lastUnits } = startGrown();
// Lists of one shard, because more shards cost more units (capacity-grown.test.ts).
beforeAll(() => {
  for (const { collection } of resources) grow(collection);
});
const send = jest.spyOn(client, 'send');
const user = () => createUser('owner');
const post = (body?: object) => createPost('owner', body);

const kilobyte = 'x'.repeat(850);
const idsOf = (ids: readonly string[]) => ids.map((id) => `id=${id}`).join('&');

/** Sends a request, and adds the read units in its log line. */
const askMetered = async (line: string, prefer = '') => {
  const response = await ask(line, { headers: { ...(prefer && { prefer }) } });
  expect(response.status).toBe(200);
  return { ...response, units: lastUnits()?.readUnits ?? 0 };
};
const unitsOf = async (line: string, prefer?: string) => (await askMetered(line, prefer)).units;

describe('the read units of a list', () => {
  test('of 50 items of 1 kB are those of the budget of every resource', async () => {
    const { id: userId } = await user();
    await storePosts(database(), { userId, count: 51, content: kilobyte });
    const units = { readUnits: await unitsOf('GET /posts'), writeUnits: 0 };
    expect(budget).toMatchObject({ listPosts: units, listUsers: units });
  });

  test('are half a unit for 4 kB, with one item more than the page', async () => {
    const { id: userId } = await user();
    await storePosts(database(), { userId, count: 10, content: 'x'.repeat(600) });
    expect(await unitsOf('GET /posts?limit=4')).toBe(0.5);
    expect(await unitsOf(`GET /posts?limit=4&userId=${userId}`)).toBe(0.5);
    expect(await unitsOf('GET /posts?limit=9')).toBe(1);
  });

  test('that is counted are no more for one page, else as many as reading all of it', async () => {
    const { id: userId } = await user();
    await storePosts(database(), { userId, count: 20, content: 'x'.repeat(700) });
    expect(await unitsOf(`GET /posts?limit=30&userId=${userId}`, 'count=exact')).toBe(2.5);
    expect(await unitsOf(`GET /posts?limit=3&userId=${userId}`, 'count=exact')).toBe(0.5 + 2.5);
  });

  test('of a time range are those of its page without a range, and half a unit for an empty one', async () => {
    const range = 'createdSince=2026-01-01&createdBefore=2999-01-01';
    expect(await unitsOf(`GET /posts?limit=4&${range}`)).toBe(await unitsOf('GET /posts?limit=4'));
    expect(await unitsOf('GET /posts?createdSince=2998-01-01')).toBe(0.5);
    expect(await unitsOf('GET /posts?createdBefore=2020-01-01')).toBe(0.5);
  });

  test('of posts along with their authors are half a unit more for each author', async () => {
    const authors = await Promise.all(Array.from({ length: 50 }, () => user()));
    for (const { id } of [...authors, ...authors.slice(0, 1)]) await post({ userId: id, content: kilobyte });
    send.mockClear();
    expect(await unitsOf('GET /posts?expand=user')).toBe(6.5 + 25);
    expect(send.mock.calls.map(([command]) => command.constructor.name)).toEqual(['QueryCommand', 'BatchGetCommand']);
    await storePosts(database(), { userId: authors[0]?.id, count: 51, content: kilobyte });
    expect(await unitsOf('GET /posts?expand=user')).toBe(6.5 + 0.5);
  });

  test('of the dearest open requests are those that lib/cost names, to the next ten', async () => {
    const { path } = await post({ title: '\u{1F600}'.repeat(200), content: '\u{1F600}'.repeat(50_000) });
    const authors = await Promise.all(Array.from({ length: 100 }, () => user()));
    const tenKilobytes = { count: 1, content: kilobyte.repeat(12) };
    await storePosts(database(), { userId: authors[0]?.id, ...tenKilobytes, count: 400 });
    for (const { id: userId } of authors) await storePosts(database(), { userId, ...tenKilobytes });
    for (const line of [`GET ${path}`, 'GET /posts?limit=100&expand=user']) {
      const units = Math.ceil((await unitsOf(line, 'count=exact')) / 10) * 10;
      expect(readText('lib/cost/README.md')).toContain(` | ${units} | ${Math.ceil(4000 / units)} |\n`);
    }
  });

  test.each([
    ['/posts', 10, post],
    ['/api/v1/users', 1, user],
  ])('of 50 of %s by id are a unit each, in %i calls', async (path, count, create) => {
    const ids = [];
    for (let i = 0; i < 50; i++) ids.push((await create()).id);
    send.mockClear();
    expect(await unitsOf(`GET ${path}?${idsOf(ids)}`)).toBe(50);
    expect(send).toHaveBeenCalledTimes(count);
  });
});

describe('the read units of a page of 50 posts by id, the large ones of 200 kB', () => {
  let large: string[] = [];
  let small: string[] = [];
  beforeAll(async () => {
    const { id: userId } = await user();
    large = await storePosts(database(), { userId, count: 50, content: '\u{1F600}'.repeat(50_000) });
    small = await storePosts(database(), { userId, count: 50 });
  });

  test.each<readonly [order: string, isLarge: (index: number) => boolean]>([
    ['all large', () => true],
    ['every second large', (index) => index % 2 === 0],
    ['the last 23 large', (index) => index >= 27],
  ])('are at most 300 with %s, and nothing is read twice', async (_, isLarge) => {
    const ids = large.map((id, index) => (isLarge(index) ? id : (small[index] ?? '')));
    const units: number[] = [];
    const walk = walkWith(async (line: string) => {
      const page = await askMetered(line);
      units.push(page.units);
      return page;
    });
    expect((await walk(`/posts?${idsOf(ids)}`)).flat()).toEqual(ids);
    expect(Math.max(...units)).toBeLessThanOrEqual(300);
    expect(units.reduce((sum, each) => sum + each)).toBe(50 + 48 * ids.filter((_id, index) => isLarge(index)).length);
  });
});
