import { handleList } from '../kit/lambda/handle';
import { list } from '../kit/table/list';
import { listUsers } from './routes';
import { findByEmail, users } from './store';

export const handler = handleList(listUsers, ({ query: { email, ...page }, isCounted, caller }) =>
  email === undefined
    ? list(users, { ...page, isCounted, caller })
    : findByEmail(email, { ...page, isCounted, caller }),
);
