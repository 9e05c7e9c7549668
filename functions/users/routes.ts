import type { Row } from '../http/row';
import { RemovalQuery } from '../model/belonging';
import { User, UserInput, UserPatch, UserQuery } from './model';

export const listUsers = {
  routeKey: 'GET /api/v1/users',
  query: UserQuery,
  returns: User,
  objects: 'owner',
  table: ['Query', 'GetItem', 'BatchGetItem'],
} as const satisfies Row;

export const createUser = {
  routeKey: 'POST /api/v1/users',
  takes: UserInput,
  returns: User,
  table: ['PutItem'],
} as const satisfies Row;

export const getUser = {
  routeKey: 'GET /api/v1/users/{id}',
  returns: User,
  objects: 'owner',
  table: ['GetItem'],
} as const satisfies Row;

export const replaceUser = {
  routeKey: 'PUT /api/v1/users/{id}',
  takes: UserInput,
  returns: User,
  objects: 'owner',
  table: ['UpdateItem', 'PutItem', 'DeleteItem'],
} as const satisfies Row;

export const updateUser = {
  routeKey: 'PATCH /api/v1/users/{id}',
  takes: UserPatch,
  returns: User,
  objects: 'owner',
  table: ['UpdateItem', 'PutItem', 'DeleteItem'],
} as const satisfies Row;

export const removeUser = {
  routeKey: 'DELETE /api/v1/users/{id}',
  query: RemovalQuery,
  returns: User,
  objects: 'owner',
  table: ['GetItem', 'UpdateItem', 'DeleteItem'],
  queries: ['byUser'],
} as const satisfies Row;
