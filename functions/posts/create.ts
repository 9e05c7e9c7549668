import { handleContent } from '../lambda/handle-content';
import { createPost } from '../routes';
import * as posts from './store';

export const handler = handleContent(createPost, ({ body, once }) => posts.create(body, once));
