import { handleContent } from '../lambda/handle';
import { replaceUser } from '../routes';
import { replace } from '../table/change';
import { address, users } from './store';

export const handler = handleContent(replaceUser, (request) => replace(users, address, request));
