import { handleContent } from '../lambda/handle';
import { updateUser } from '../routes';
import * as users from './store';

export const handler = handleContent(updateUser, ({ id, body, precondition }) => users.update(id, body, precondition));
