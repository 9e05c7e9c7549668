import { handleDelete } from '../kit/lambda/handle';
import { removeParent } from '../kit/table/remove';
import { removeUser } from './routes';
import { users } from './store';

export const handler = handleDelete(removeUser, (request) => removeParent(users, request));
