import { handleList } from '../lambda/handle-list';
import { list } from '../table/list';
import { listUsers } from './routes';
import { findByEmail, users } from './store';

export const handler = handleList(listUsers, ({ query: { email, ...page }, isCounted }) =>
  email === undefined ? list(users, { ...page, isCounted }) : findByEmail(email, { ...page, isCounted }),
);
