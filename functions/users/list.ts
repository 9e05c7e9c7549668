import { handleList } from '../lambda/handle-list';
import { listUsers } from '../routes';
import { list } from '../table/list';
import { findByEmail, users } from './store';

export const handler = handleList(listUsers, ({ query: { email, ...page }, isCounted }) =>
  email === undefined ? list(users, { ...page, isCounted }) : findByEmail(email, { ...page, isCounted }),
);
