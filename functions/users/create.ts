import { handleContent } from '../lambda/handle-content';
import { createUser } from '../routes';
import * as users from './store';

export const handler = handleContent(createUser, ({ body, once }) => users.create(body, once));
