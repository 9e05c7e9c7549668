import { handleContent } from '../lambda/handle';
import { updatePost } from '../routes';
import * as posts from './store';

export const handler = handleContent(updatePost, ({ id, body, precondition }) => posts.update(id, body, precondition));
