import type { Row } from '../http/row';
import { RemovalQuery, User, UserInput, UserPatch, UserQuery } from './model';

export const listUsers = {
  routeKey: 'GET /api/v1/users',
  scope: 'users:read',
  query: UserQuery,
  returns: User,
  table: ['Query', 'GetItem'],
} as const satisfies Row;

export const createUser = {
  routeKey: 'POST /api/v1/users',
  scope: 'users:write',
  takes: UserInput,
  returns: User,
  table: ['PutItem'],
} as const satisfies Row;

export const getUser = {
  routeKey: 'GET /api/v1/users/{id}',
  scope: 'users:read',
  returns: User,
  table: ['GetItem'],
} as const satisfies Row;

export const replaceUser = {
  routeKey: 'PUT /api/v1/users/{id}',
  scope: 'users:write',
  takes: UserInput,
  returns: User,
  table: ['UpdateItem', 'PutItem', 'DeleteItem'],
} as const satisfies Row;

export const updateUser = {
  routeKey: 'PATCH /api/v1/users/{id}',
  scope: 'users:write',
  takes: UserPatch,
  returns: User,
  table: ['UpdateItem', 'PutItem', 'DeleteItem'],
} as const satisfies Row;

export const removeUser = {
  routeKey: 'DELETE /api/v1/users/{id}',
  scope: 'users:write',
  query: RemovalQuery,
  returns: User,
  table: ['GetItem', 'UpdateItem', 'DeleteItem'],
  queries: ['byUser'],
} as const satisfies Row;
