import { handleContent } from '../lambda/handle';
import { updateUser } from '../routes';
import { update } from '../table/change';
import { address, users } from './store';

export const handler = handleContent(updateUser, (request) => update(users, address, request));
