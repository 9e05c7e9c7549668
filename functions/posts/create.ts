import { handle } from '../http/handle';
import { createPost } from '../routes';
import * as posts from './store';

export const handler = handle(createPost, ({ body, once }) => posts.create(body, once));
