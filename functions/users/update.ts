import { handleChange } from '../kit/lambda/handle';
import { update } from '../kit/table/change';
import { updateUser } from './routes';
import { users } from './store';

export const handler = handleChange(updateUser, (request) => update(users, request));
