import { handleContent } from '../lambda/handle';
import { createPost } from '../routes';
import * as posts from './store';

export const handler = handleContent(createPost, ({ body, idempotencyKey }) => posts.create(body, idempotencyKey));
