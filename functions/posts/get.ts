import { handle } from '../lambda/handle';
import { getPost } from '../routes';
import * as posts from './store';

export const handler = handle(getPost, ({ id }) => posts.get(id));
