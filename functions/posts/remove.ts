import { handleDelete } from '../lambda/handle';
import { remove } from '../table/remove';
import { removePost } from './routes';
import { posts } from './store';

export const handler = handleDelete(removePost, (request) => remove(posts, request));
