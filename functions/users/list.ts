import { handleList } from '../lambda/handle-list';
import { listUsers } from '../routes';
import * as users from './store';

export const handler = handleList(listUsers, ({ query, isCounted }) => users.list(query, isCounted));
