import { handle } from '../lambda/handle';
import { getUser } from '../routes';
import * as users from './store';

export const handler = handle(getUser, ({ id }) => users.get(id));
