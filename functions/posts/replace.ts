import { handleContent } from '../kit/lambda/handle';
import { replace } from '../kit/table/change';
import { replacePost } from './routes';
import { posts } from './store';

export const handler = handleContent(replacePost, (request) => replace(posts, request));
