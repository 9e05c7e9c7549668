import { handleContent } from '../lambda/handle';
import { update } from '../table/change';
import { updateUser } from './routes';
import { address, users } from './store';

export const handler = handleContent(updateUser, (request) => update(users, address, request));
