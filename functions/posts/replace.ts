import { handle } from '../http/handle';
import { replacePost } from '../routes';
import * as posts from './store';

export const handler = handle(replacePost, ({ id, body, precondition }) => posts.replace(id, body, precondition));
