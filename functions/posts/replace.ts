import { handleContent } from '../lambda/handle';
import { replace } from '../table/change';
import { replacePost } from './routes';
import { author, posts } from './store';

export const handler = handleContent(replacePost, (request) => replace(posts, author, request));
