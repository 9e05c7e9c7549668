import { storePosts } from '../support/dynamodb/store-posts';
import { walkWith } from '../support/links';
import { useService } from '../support/service';

const { ask, user, lineOf, url, database } = useService();

describe('a list of 50 posts by id, the large ones of 200 kB', () => {
  let large: string[] = [];
  let small: string[] = [];
  beforeAll(async () => {
    const { id: userId } = await user();
    large = await storePosts(database, { userId, count: 50, content: '\u{1F600}'.repeat(50_000) });
    small = await storePosts(database, { userId, count: 50 });
  });

  test.each<readonly [order: string, isLarge: (index: number) => boolean]>([
    ['all large', () => true],
    ['every second large', (index) => index % 2 === 0],
    ['the last 23 large', (index) => index >= 27],
  ])('takes at most 300 read units with %s', async (_order, isLarge) => {
    const ids = large.map((id, index) => (isLarge(index) ? id : (small[index] ?? '')));
    const units: number[] = [];
    const askMetered = async (line: string) => {
      const response = await ask(line);
      units.push(Number((await lineOf(response)).readUnits));
      return response;
    };
    const pages = await walkWith(askMetered, url)(`/posts?${ids.map((id) => `id=${id}`).join('&')}`);
    expect(pages.flat()).toEqual(ids);
    expect(Math.max(...units)).toBeLessThanOrEqual(300);
    // Nothing is read twice.
    expect(units.reduce((sum, each) => sum + each)).toBe(50 + 48 * ids.filter((_id, index) => isLarge(index)).length);
  });
});
