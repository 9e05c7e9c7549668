import { handleDelete } from '../lambda/handle';
import { authorship } from '../posts/model';
import { removeParent } from '../table/remove-children';
import { removeUser } from './routes';
import { users } from './store';

export const handler = handleDelete(removeUser, (request) => removeParent(users, [authorship], request));
