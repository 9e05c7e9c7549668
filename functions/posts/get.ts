import { handleGet } from '../lambda/handle';
import { get } from '../table/get';
import { getPost } from './routes';
import { posts } from './store';

export const handler = handleGet(getPost, (request) => get(posts, request));
