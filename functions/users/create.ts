import { handleContent } from '../lambda/handle';
import { createUser } from '../routes';
import * as users from './store';

export const handler = handleContent(createUser, ({ body, idempotencyKey }) => users.create(body, idempotencyKey));
