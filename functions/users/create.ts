import { handle } from '../http/handle';
import { createUser } from '../routes';
import * as users from './store';

export const handler = handle(createUser, ({ body, once }) => users.create(body, once));
