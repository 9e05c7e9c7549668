import { handleChange, handleDelete, handleGet, handleList, handlePost } from '../kit/lambda/handle';
import { replace, update } from '../kit/table/change';
import { create } from '../kit/table/create';
import { get } from '../kit/table/get';
import { removeParent } from '../kit/table/remove';
import { listUnique } from '../kit/table/unique';
import * as routes from './routes';
import { users } from './store';

export const listUsers = handleList(routes.listUsers, (request) => listUnique(users, request));

export const createUser = handlePost(routes.createUser, (request) => create(users, request));

export const getUser = handleGet(routes.getUser, (request) => get(users, request));

export const replaceUser = handleChange(routes.replaceUser, (request) => replace(users, request));

export const updateUser = handleChange(routes.updateUser, (request) => update(users, request));

export const removeUser = handleDelete(routes.removeUser, (request) => removeParent(users, request));
