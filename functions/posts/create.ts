import { handleContent } from '../kit/lambda/handle';
import { create } from '../kit/table/create';
import { createPost } from './routes';
import { posts } from './store';

export const handler = handleContent(createPost, (request) => create(posts, request));
