import { handleList } from '../kit/lambda/handle';
import { listUnique } from '../kit/table/unique';
import { listUsers } from './routes';
import { users } from './store';

export const handler = handleList(listUsers, (request) => listUnique(users, request));
