import { handleContent } from '../lambda/handle';
import { updatePost } from '../routes';
import { update } from '../table/change';
import { author, posts } from './store';

export const handler = handleContent(updatePost, (request) => update(posts, author, request));
