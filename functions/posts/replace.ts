import { handleContent } from '../lambda/handle';
import { replace } from '../table/change';
import { replacePost } from './routes';
import { posts } from './store';

export const handler = handleContent(replacePost, (request) => replace(posts, request));
