import { handleContent } from '../lambda/handle';
import { replacePost } from '../routes';
import { replace } from '../table/change';
import { author, posts } from './store';

export const handler = handleContent(replacePost, (request) => replace(posts, author, request));
