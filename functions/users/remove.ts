import { handleDelete } from '../kit/lambda/handle';
import { removeParent } from '../kit/table/remove';
import { authorship } from '../posts/model';
import { removeUser } from './routes';
import { users } from './store';

export const handler = handleDelete(removeUser, (request) => removeParent(users, [authorship], request));
