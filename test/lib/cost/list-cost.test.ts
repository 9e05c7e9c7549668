import { mintId } from '../../../functions/model/id';
import { startCounted } from '../../bench/units/counted';
import { fillWithPosts } from '../../bench/units/filled';
import { temporaryFolder } from '../../support/folder';

// The test fills the file of the database, so that the database must be its own.
delete process.env.DYNAMODB_ENDPOINT;

const userId = mintId();
const lists = ['/posts', '/posts?order=asc&limit=100', `/posts?userId=${userId}`, '/api/v1/users'];

/** Returns the read units of a page of each list, with this number of posts. */
const unitsAmong = async (posts: number) => {
  const data = temporaryFolder();
  fillWithPosts(data, process.env.ASSEMBLY ?? '', { userId, posts, length: 200 });
  const { unitsOf, close } = await startCounted(process.env.ASSEMBLY ?? '', data);
  const units = [];
  for (const path of lists) units.push((await unitsOf(`GET ${path}`)).readUnits);
  await close();
  return units;
};

// `npm run bench -- --only million` measures the units and the time for a million posts.
test('a page of a list costs the same among 8,000 posts as among 2,000', async () => {
  expect(await unitsAmong(8000)).toEqual(await unitsAmong(2000));
});
