import { handleList } from '../lambda/handle-list';
import { listPosts } from '../routes';
import * as posts from './store';

export const handler = handleList(listPosts, ({ query, isCounted }) => posts.list(query, isCounted));
