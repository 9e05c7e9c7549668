import { handleGet } from '../lambda/handle';
import { get } from '../table/get';
import { getUser } from './routes';
import { users } from './store';

export const handler = handleGet(getUser, (request) => get(users, request));
