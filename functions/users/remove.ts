import { handleWrite } from '../lambda/handle';
import { authorship } from '../posts/model';
import { removeParent } from '../table/remove';
import { removeUser } from './routes';
import { address, users } from './store';

export const handler = handleWrite(removeUser, (request) =>
  removeParent(users, { link: address, children: authorship }, request),
);
