import { handle } from '../http/handle';
import { updateUser } from '../routes';
import * as users from './store';

export const handler = handle(updateUser, ({ id, body, precondition }) => users.update(id, body, precondition));
