import { handle } from '../http/handle';
import { listUsers } from '../routes';
import * as users from './store';

export const handler = handle(listUsers, ({ query }) => users.list(query));
