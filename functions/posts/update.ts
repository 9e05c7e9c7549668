import { handleContent } from '../lambda/handle';
import { update } from '../table/change';
import { updatePost } from './routes';
import { posts } from './store';

export const handler = handleContent(updatePost, (request) => update(posts, request));
