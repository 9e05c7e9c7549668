import { handleContent } from '../lambda/handle';
import { replaceUser } from '../routes';
import * as users from './store';

export const handler = handleContent(replaceUser, ({ id, body, precondition }) =>
  users.replace(id, body, precondition),
);
