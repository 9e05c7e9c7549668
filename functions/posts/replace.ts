import { handleChange } from '../kit/lambda/handle';
import { replace } from '../kit/table/change';
import { replacePost } from './routes';
import { posts } from './store';

export const handler = handleChange(replacePost, (request) => replace(posts, request));
