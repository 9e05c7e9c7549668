import { handleList } from '../lambda/handle-list';
import { list } from '../table/list';
import { listPosts } from './routes';
import { posts } from './store';

export const handler = handleList(listPosts, ({ query: { userId, ...page }, isCounted }) =>
  list(posts, { ...page, isCounted }, { userId }),
);
