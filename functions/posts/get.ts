import { handle } from '../lambda/handle';
import { getPost } from '../routes';
import { get } from '../table/get';
import { posts } from './store';

export const handler = handle(getPost, ({ id }) => get(posts, id));
