import { handleRead } from '../lambda/handle';
import { get } from '../table/get';
import { getUser } from './routes';
import { users } from './store';

export const handler = handleRead(getUser, (request) => get(users, request));
