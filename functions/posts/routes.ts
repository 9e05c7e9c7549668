import type { Row } from '../http/row';
import { Post, PostInput, PostPatch, PostQuery } from './model';

export const listPosts = {
  routeKey: 'GET /posts',
  scope: 'posts:read',
  query: PostQuery,
  returns: Post,
  table: ['Query'],
  queries: ['byUser'],
} as const satisfies Row;

export const createPost = {
  routeKey: 'POST /posts',
  scope: 'posts:write',
  takes: PostInput,
  returns: Post,
  table: ['PutItem', 'UpdateItem'],
} as const satisfies Row;

export const getPost = {
  routeKey: 'GET /posts/{id}',
  scope: 'posts:read',
  returns: Post,
  table: ['GetItem'],
} as const satisfies Row;

export const replacePost = {
  routeKey: 'PUT /posts/{id}',
  scope: 'posts:write',
  takes: PostInput,
  returns: Post,
  table: ['UpdateItem', 'PutItem'],
} as const satisfies Row;

export const updatePost = {
  routeKey: 'PATCH /posts/{id}',
  scope: 'posts:write',
  takes: PostPatch,
  returns: Post,
  table: ['UpdateItem'],
} as const satisfies Row;

export const removePost = {
  routeKey: 'DELETE /posts/{id}',
  scope: 'posts:write',
  returns: Post,
  table: ['GetItem', 'DeleteItem', 'UpdateItem'],
} as const satisfies Row;
