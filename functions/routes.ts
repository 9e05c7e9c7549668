import type { Row } from './http/row';
import { Post, PostInput, PostPatch, PostQuery } from './posts/model';
import { RemovalQuery, User, UserInput, UserPatch, UserQuery } from './users/model';

/*
 * The route table. `import * as routes` imports all rows. The name of a row is the name of its function. `scope` is the
 * scope that a token needs on a stage with authentication. `table` and `byUser` are the only permissions of the
 * function's role. They allow the same actions inside a transaction, which has no permission of its own.
 */

export const listUsers = {
  routeKey: 'GET /api/v1/users',
  scope: 'users:read',
  source: 'functions/users/list.ts',
  query: UserQuery,
  returns: User,
  table: ['Query', 'GetItem'],
} as const satisfies Row;

export const createUser = {
  routeKey: 'POST /api/v1/users',
  scope: 'users:write',
  source: 'functions/users/create.ts',
  takes: UserInput,
  returns: User,
  table: ['PutItem'],
} as const satisfies Row;

export const getUser = {
  routeKey: 'GET /api/v1/users/{id}',
  scope: 'users:read',
  source: 'functions/users/get.ts',
  returns: User,
  table: ['GetItem'],
} as const satisfies Row;

export const replaceUser = {
  routeKey: 'PUT /api/v1/users/{id}',
  scope: 'users:write',
  source: 'functions/users/replace.ts',
  takes: UserInput,
  returns: User,
  table: ['UpdateItem', 'PutItem', 'DeleteItem'],
} as const satisfies Row;

export const updateUser = {
  routeKey: 'PATCH /api/v1/users/{id}',
  scope: 'users:write',
  source: 'functions/users/update.ts',
  takes: UserPatch,
  returns: User,
  table: ['UpdateItem', 'PutItem', 'DeleteItem'],
} as const satisfies Row;

export const removeUser = {
  routeKey: 'DELETE /api/v1/users/{id}',
  scope: 'users:write',
  source: 'functions/users/remove.ts',
  query: RemovalQuery,
  returns: User,
  table: ['GetItem', 'UpdateItem', 'DeleteItem'],
  byUser: ['Query'],
} as const satisfies Row;

export const listPosts = {
  routeKey: 'GET /posts',
  scope: 'posts:read',
  source: 'functions/posts/list.ts',
  query: PostQuery,
  returns: Post,
  table: ['Query'],
  byUser: ['Query'],
} as const satisfies Row;

export const createPost = {
  routeKey: 'POST /posts',
  scope: 'posts:write',
  source: 'functions/posts/create.ts',
  takes: PostInput,
  returns: Post,
  table: ['PutItem', 'UpdateItem'],
} as const satisfies Row;

export const getPost = {
  routeKey: 'GET /posts/{id}',
  scope: 'posts:read',
  source: 'functions/posts/get.ts',
  returns: Post,
  table: ['GetItem'],
} as const satisfies Row;

export const replacePost = {
  routeKey: 'PUT /posts/{id}',
  scope: 'posts:write',
  source: 'functions/posts/replace.ts',
  takes: PostInput,
  returns: Post,
  table: ['UpdateItem', 'PutItem'],
} as const satisfies Row;

export const updatePost = {
  routeKey: 'PATCH /posts/{id}',
  scope: 'posts:write',
  source: 'functions/posts/update.ts',
  takes: PostPatch,
  returns: Post,
  table: ['UpdateItem'],
} as const satisfies Row;

export const removePost = {
  routeKey: 'DELETE /posts/{id}',
  scope: 'posts:write',
  source: 'functions/posts/remove.ts',
  returns: Post,
  table: ['GetItem', 'DeleteItem', 'UpdateItem'],
} as const satisfies Row;

export const listRoutes = {
  routeKey: 'GET /',
  source: 'functions/site/list.ts',
} as const satisfies Row;

export const getDescription = {
  routeKey: 'GET /openapi.json',
  source: 'functions/site/openapi.ts',
} as const satisfies Row;

export const getReference = {
  routeKey: 'GET /docs',
  source: 'functions/site/docs.ts',
} as const satisfies Row;

export const fallback = {
  routeKey: '$default',
  source: 'functions/site/fallback.ts',
} as const satisfies Row;
