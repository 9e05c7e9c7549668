import { handleContent } from '../lambda/handle';
import { create } from '../table/insert';
import { createUser } from './routes';
import { address, users } from './store';

export const handler = handleContent(createUser, (request) => create(users, address, request));
