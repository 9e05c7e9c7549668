import { handleContent } from '../lambda/handle';
import { createPost } from '../routes';
import { create } from '../table/insert';
import { author, posts } from './store';

export const handler = handleContent(createPost, (request) => create(posts, author, request));
