import { budget } from '../../lib/cost/budget';
import { useService } from '../support/service';

const { ask, user, post, create, lineOf, calls } = useService();

/** Returns the read and write units in the log line of a request. */
const cost = async (line: string, body?: unknown, headers = {}) => {
  const response = await ask(line, { body, headers });
  expect(response.status).toBeLessThan(300);
  const { readUnits, writeUnits } = await lineOf(response);
  return { readUnits, writeUnits };
};

const reads = (readUnits: number) => ({ readUnits, writeUnits: 0 });
const writes = (writeUnits: number, readUnits = 0) => ({ readUnits, writeUnits });

describe('the capacity budget', () => {
  test('has the same units for a page of 50 of every resource', async () => {
    const author = await user();
    for (let i = 0; i < 51; i++) await post({ userId: author.id, content: 'x'.repeat(850) });
    const { readUnits, writeUnits } = await cost('GET /posts');
    expect(budget.listPosts).toMatchObject({ readUnits, writeUnits });
    expect(budget.listUsers).toMatchObject({ readUnits, writeUnits });
  });

  test('of a member: one strongly consistent read', async () => {
    const [{ path }, { path: other }] = [await user(), await post()];
    expect(await cost(`GET ${path}`)).toEqual(reads(1));
    expect(await cost(`HEAD ${other}`)).toEqual(reads(1));
  });

  test('of a list: half a unit for 4 kB, with one item more than the page', async () => {
    const author = await user();
    for (let i = 0; i < 10; i++) await post({ userId: author.id, content: 'x'.repeat(600) });
    for (const path of ['/posts?limit=4', `/posts?limit=4&userId=${author.id}`]) {
      expect(await cost(`GET ${path}`)).toEqual(reads(0.5));
    }
    expect(await cost('GET /posts?limit=9')).toEqual(reads(1));
    expect(await cost('GET /posts?limit=1')).toEqual(reads(0.5));
  });

  test('of a list that is counted: nothing more for one page, else as much as reading all of it', async () => {
    const author = await user();
    for (let i = 0; i < 20; i++) await post({ userId: author.id, content: 'x'.repeat(700) });
    const exact = { prefer: 'count=exact' };
    expect(await cost(`GET /posts?limit=30&userId=${author.id}`, undefined, exact)).toEqual(reads(2.5));
    expect(await cost(`GET /posts?limit=3&userId=${author.id}`, undefined, exact)).toEqual(reads(0.5 + 2.5));
  });

  test('of a time range: what its page costs without a range, and half a unit for an empty one', async () => {
    for (let i = 0; i < 10; i++) await post({ content: 'x'.repeat(600) });
    const range = 'createdSince=2026-01-01&createdBefore=2999-01-01';
    expect(await cost(`GET /posts?limit=4&${range}`)).toEqual(await cost('GET /posts?limit=4'));
    expect(await cost('GET /posts?createdSince=2998-01-01')).toEqual(reads(0.5));
    expect(await cost('GET /posts?createdBefore=2020-01-01')).toEqual(reads(0.5));
  });

  test.each([
    ['/posts', 10],
    ['/api/v1/users', 1],
  ] as const)('of 50 of %s by id: a unit each, in %i calls', async (path, count) => {
    const ids = [];
    for (let i = 0; i < 50; i++) ids.push((await create(path)).id);
    const { length: before } = calls();
    expect(await cost(`GET ${path}?${ids.map((id) => `id=${id}`).join('&')}`)).toEqual(reads(50));
    expect(calls().slice(before)).toHaveLength(count);
  });

  test('of posts along with their authors: half a unit for each author', async () => {
    const authors = await Promise.all(Array.from({ length: 50 }, () => user()));
    // Items of about 1 kB: 51 of them are 6.5 units.
    const content = 'x'.repeat(850);
    for (const { id } of [...authors, ...authors.slice(0, 1)]) await post({ userId: id, content });
    const { length: before } = calls();
    expect(await cost('GET /posts?expand=user')).toEqual(reads(6.5 + 25));
    expect(calls().slice(before)).toMatchObject([{ action: 'dynamodb:Query' }, { action: 'dynamodb:BatchGetItem' }]);
    const [{ id } = { id: '' }] = authors;
    for (let i = 0; i < 51; i++) await post({ userId: id, content });
    expect(await cost('GET /posts?expand=user')).toEqual(reads(6.5 + 0.5));
  });

  test('of a user found by address: the claim and the user', async () => {
    const { email } = await user();
    expect(await cost(`GET /api/v1/users?email=${email}`)).toEqual(reads(2));
  });

  test('of creating', async () => {
    const author = await user();
    expect(await cost('POST /posts', { title: 'x' })).toEqual(writes(2));
    expect(await cost('POST /posts', { title: 'x', userId: author.id })).toEqual(writes(5));
    expect(await cost('POST /api/v1/users', { name: 'x', email: 'cost@example.com' })).toEqual(writes(4));
  });

  test('of creating under a key: a transaction with one more item', async () => {
    const author = await user();
    const headers = { 'idempotency-key': 'a-key' };
    expect(await cost('POST /posts', { title: 'x', userId: author.id }, headers)).toEqual(writes(7));
    expect(await cost('POST /posts', { title: 'x' }, { 'idempotency-key': 'another' })).toEqual(writes(4));
    expect(await cost('POST /api/v1/users', { name: 'x', email: 'key@example.com' }, headers)).toEqual(writes(6));
  });

  test('of creating under an id: a transaction, so that it can be sent twice', async () => {
    const path = '/posts/01890000-0000-7000-8000-000000000001';
    expect(await cost(`PUT ${path}`, { title: 'x' }, { 'if-none-match': '*' })).toEqual(writes(2));
  });

  test.each(['PUT', 'PATCH'])(
    'of %s on a post: one unit, and one for the index if it has an author',
    async (method) => {
      const author = await user();
      const [alone, authored] = [await post(), await post({ userId: author.id })];
      expect(await cost(`${method} ${alone.path}`, { title: 'new' })).toEqual(writes(1));
      const kept = method === 'PUT' ? { title: 'new', userId: author.id } : { title: 'new' };
      expect(await cost(`${method} ${authored.path}`, kept)).toEqual(writes(2));
    },
  );

  test.each(['PUT', 'PATCH'])('of changing a user with %s: one unit while the address stays', async (method) => {
    const { path, email } = await user();
    const body = method === 'PUT' ? { name: 'new', email } : { name: 'new' };
    expect(await cost(`${method} ${path}`, body)).toEqual(writes(1));
    // The first try costs one unit more, which DynamoDB does not report, because it refuses that write.
    expect(await cost(`${method} ${path}`, { ...body, email: `${method}@example.com` })).toEqual(writes(6));
  });

  test('of deleting: a read to learn what depends on the item, then the write', async () => {
    const author = await user();
    const [alone, authored] = [await post(), await post({ userId: author.id })];
    expect(await cost(`DELETE ${alone.path}`)).toEqual(writes(1, 1));
    expect(await cost(`DELETE ${authored.path}`)).toEqual(writes(5, 1));
    expect(await cost(`DELETE ${author.path}`)).toEqual(writes(4, 1));
  });

  test('of deleting a user with posts: two reads, and three units a post', async () => {
    const author = await user();
    for (let i = 0; i < 10; i++) await post({ userId: author.id });
    // One unit closes the user, two count the posts out, and four delete the user and the claim.
    expect(await cost(`DELETE ${author.path}?force=true`)).toEqual(writes(7 + 10 * 3, 2.5));
  });

  test('of a condition: nothing', async () => {
    const { path, etag } = await post();
    expect(await cost(`PUT ${path}`, { title: 'new' }, { 'if-match': etag })).toEqual(writes(1));
  });

  test('of a patch without effect: nothing is written; the refused try costs at most one unit', async () => {
    const { path, title } = await post();
    expect(await cost(`PATCH ${path}`, { title })).toEqual(writes(0));
  });
});
