import { handleContent } from '../lambda/handle-content';
import { replacePost } from '../routes';
import * as posts from './store';

export const handler = handleContent(replacePost, ({ id, body, precondition }) =>
  posts.replace(id, body, precondition),
);
