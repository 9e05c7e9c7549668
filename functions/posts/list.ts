import { handleList } from '../kit/lambda/handle';
import { list } from '../kit/table/list';
import { listPosts } from './routes';
import { posts, withAuthors } from './store';

export const handler = handleList(listPosts, async ({ query: { userId, expand, ...page }, isCounted, caller }) => {
  const found = await list(posts, { ...page, isCounted, caller }, { userId });
  return expand ? withAuthors(found) : found;
});
