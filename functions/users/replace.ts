import { handleChange } from '../kit/lambda/handle';
import { replace } from '../kit/table/change';
import { replaceUser } from './routes';
import { users } from './store';

export const handler = handleChange(replaceUser, (request) => replace(users, request));
