import { handle } from '../http/handle';
import { listPosts } from '../routes';
import * as posts from './store';

export const handler = handle(listPosts, ({ query }) => posts.list(query));
