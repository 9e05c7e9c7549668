import { handle } from '../lambda/handle';
import { get } from '../table/get';
import { getPost } from './routes';
import { posts } from './store';

export const handler = handle(getPost, (request) => get(posts, request));
