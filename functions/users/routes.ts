import { readQuery } from '../kit/http/query';
import type { Route } from '../kit/http/route';
import { DeletionQuery } from '../kit/model/relation';
import { User, UserInput, UserPatch, UserQuery } from './model';

export const listUsers = {
  routeKey: 'GET /api/v1/users',
  query: UserQuery,
  response: User,
  actions: ['Query', 'GetItem', 'BatchGetItem'],
} as const satisfies Route;

export const createUser = {
  routeKey: 'POST /api/v1/users',
  body: UserInput,
  response: User,
  actions: ['PutItem'],
} as const satisfies Route;

export const getUser = {
  routeKey: 'GET /api/v1/users/{id}',
  response: User,
  actions: ['GetItem'],
} as const satisfies Route;

export const replaceUser = {
  routeKey: 'PUT /api/v1/users/{id}',
  body: UserInput,
  response: User,
  actions: ['UpdateItem', 'PutItem', 'DeleteItem'],
} as const satisfies Route;

export const updateUser = {
  routeKey: 'PATCH /api/v1/users/{id}',
  body: UserPatch,
  response: User,
  actions: ['UpdateItem', 'PutItem', 'DeleteItem'],
} as const satisfies Route;

export const removeUser = {
  routeKey: 'DELETE /api/v1/users/{id}',
  query: DeletionQuery,
  readQuery,
  response: User,
  actions: ['GetItem', 'UpdateItem', 'DeleteItem'],
} as const satisfies Route;
