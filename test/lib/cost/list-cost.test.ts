import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mintId } from '../../../functions/model/id';
import { startCounted } from '../../bench/units/counted';
import { fillWithPosts } from '../../bench/units/filled';

// A file of data is filled and read, so that the database must be one of this test.
delete process.env.DYNAMODB_ENDPOINT;

const folder = mkdtempSync(join(tmpdir(), 'users-and-posts-'));
const userId = mintId();
const lists = ['/posts', '/posts?order=asc&limit=100', `/posts?userId=${userId}`, '/api/v1/users'];

/** Read units of a page of each list, among that many posts. */
const unitsAmong = async (posts: number) => {
  const data = join(folder, String(posts));
  mkdirSync(data);
  fillWithPosts(data, process.env.ASSEMBLY ?? '', { userId, posts, length: 200 });
  const { unitsOf, close } = await startCounted(process.env.ASSEMBLY ?? '', data);
  const units = [];
  for (const path of lists) units.push((await unitsOf(`GET ${path}`)).readUnits);
  await close();
  return units;
};

afterAll(() => rmSync(folder, { recursive: true }));

// `npm run bench -- --only million` measures it for a million, and the time that it takes.
test('a page of a list costs the same among 8,000 posts as among 2,000', async () => {
  expect(await unitsAmong(8000)).toEqual(await unitsAmong(2000));
});
