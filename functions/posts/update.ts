import { handle } from '../http/handle';
import { updatePost } from '../routes';
import * as posts from './store';

export const handler = handle(updatePost, ({ id, body, precondition }) => posts.update(id, body, precondition));
