import { handleContent } from '../lambda/handle';
import { create } from '../table/create';
import { createUser } from './routes';
import { users } from './store';

export const handler = handleContent(createUser, (request) => create(users, request));
