import { handleContent } from '../lambda/handle';
import { create } from '../table/create';
import { createPost } from './routes';
import { posts } from './store';

export const handler = handleContent(createPost, (request) => create(posts, request));
