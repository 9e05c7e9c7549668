import { handle } from '../http/handle';
import { removeUser } from '../routes';
import * as users from './store';

export const handler = handle(removeUser, ({ id, precondition }) => users.remove(id, precondition));
