import { handlePost } from '../kit/lambda/handle';
import { create } from '../kit/table/create';
import { createPost } from './routes';
import { posts } from './store';

export const handler = handlePost(createPost, (request) => create(posts, request));
