import { handlePost } from '../kit/lambda/handle';
import { create } from '../kit/table/create';
import { createUser } from './routes';
import { users } from './store';

export const handler = handlePost(createUser, (request) => create(users, request));
