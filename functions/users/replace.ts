import { handle } from '../http/handle';
import { replaceUser } from '../routes';
import * as users from './store';

export const handler = handle(replaceUser, ({ id, body, precondition }) => users.replace(id, body, precondition));
