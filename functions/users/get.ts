import { handleGet } from '../kit/lambda/handle';
import { get } from '../kit/table/get';
import { getUser } from './routes';
import { users } from './store';

export const handler = handleGet(getUser, (request) => get(users, request));
