import { handleContent } from '../lambda/handle';
import { replacePost } from '../routes';
import * as posts from './store';

export const handler = handleContent(replacePost, ({ id, body, precondition }) =>
  posts.replace(id, body, precondition),
);
