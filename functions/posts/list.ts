import { handleList } from '../kit/lambda/handle';
import { withParents } from '../kit/table/expand';
import { list } from '../kit/table/list';
import { listPosts } from './routes';
import { posts } from './store';

export const handler = handleList(listPosts, async (request) =>
  withParents(posts, request, await list(posts, request)),
);
