import { handle } from '../lambda/handle';
import { removePost } from '../routes';
import * as posts from './store';

export const handler = handle(removePost, ({ id, precondition }) => posts.remove(id, precondition));
