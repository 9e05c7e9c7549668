import { handleChange } from '../kit/lambda/handle';
import { update } from '../kit/table/change';
import { updatePost } from './routes';
import { posts } from './store';

export const handler = handleChange(updatePost, (request) => update(posts, request));
