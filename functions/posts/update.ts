import { handleContent } from '../lambda/handle';
import { update } from '../table/change';
import { updatePost } from './routes';
import { author, posts } from './store';

export const handler = handleContent(updatePost, (request) => update(posts, author, request));
