import { handleRead } from '../lambda/handle';
import { get } from '../table/get';
import { getPost } from './routes';
import { posts } from './store';

export const handler = handleRead(getPost, (request) => get(posts, request));
