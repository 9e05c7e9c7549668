import { handleGet } from '../kit/lambda/handle';
import { get } from '../kit/table/get';
import { getPost } from './routes';
import { posts } from './store';

export const handler = handleGet(getPost, (request) => get(posts, request));
