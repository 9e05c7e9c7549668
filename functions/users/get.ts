import { handle } from '../lambda/handle';
import { getUser } from '../routes';
import { get } from '../table/get';
import { users } from './store';

export const handler = handle(getUser, ({ id }) => get(users, id));
