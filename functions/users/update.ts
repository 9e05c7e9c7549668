import { handleContent } from '../lambda/handle';
import { update } from '../table/change';
import { updateUser } from './routes';
import { users } from './store';

export const handler = handleContent(updateUser, (request) => update(users, request));
