import { handleContent } from '../lambda/handle';
import { createUser } from '../routes';
import { create } from '../table/insert';
import { address, users } from './store';

export const handler = handleContent(createUser, (request) => create(users, address, request));
