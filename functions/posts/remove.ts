import { handle } from '../lambda/handle';
import { removePost } from '../routes';
import { remove } from '../table/remove';
import { author, posts } from './store';

export const handler = handle(removePost, (request) => remove(posts, author, request));
