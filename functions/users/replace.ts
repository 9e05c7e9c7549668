import { handleContent } from '../lambda/handle';
import { replace } from '../table/change';
import { replaceUser } from './routes';
import { users } from './store';

export const handler = handleContent(replaceUser, (request) => replace(users, request));
