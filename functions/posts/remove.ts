import { handleDelete } from '../kit/lambda/handle';
import { remove } from '../kit/table/remove';
import { removePost } from './routes';
import { posts } from './store';

export const handler = handleDelete(removePost, (request) => remove(posts, request));
