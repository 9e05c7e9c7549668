import { handler as list } from '../functions/posts/list';
import { handler as replace } from '../functions/posts/replace';
import { listUnits } from '../lib/simulate/list-units';
import { startGrown } from './grown';
import { grow } from './partitions';

const { ask, lastUnits } = startGrown({ 'GET /posts': list, 'PUT /posts/{id}': replace });

/** Of 1 kB, as the budget takes posts to be. */
const body = { title: 'A title', content: 'x'.repeat(850) };
const headers = { 'if-none-match': '*' };

const idOf = (instantMs: number, n: number) => {
  const time = (instantMs + n).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${String(n).padStart(12, '0')}`;
};

/** What the README says that a list costs. */
describe('a list of 50 posts of 1 kB', () => {
  test.each(Object.entries(listUnits))('takes, of %s shards, %d read units', async (given, units) => {
    const shards = Number(given);
    const since = `${1980 + Math.log2(shards)}-01-01T00:00Z`;
    grow('POST', { since, shards });
    for (let n = 0; n < 300; n += 10) {
      const ids = Array.from({ length: 10 }, (_, more) => idOf(Date.parse(since), n + more));
      await Promise.all(ids.map((id) => ask(`PUT /posts/${id}`, { headers, body })));
    }
    expect((await ask('GET /posts')).body).toHaveLength(50);
    expect(lastUnits()).toBe(units);
  });
});
