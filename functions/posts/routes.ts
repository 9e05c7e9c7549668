import type { Row } from '../http/row';
import { Post, PostInput, PostPatch, PostQuery, ShownAuthor } from './model';

export const listPosts = {
  routeKey: 'GET /posts',
  query: PostQuery,
  returns: Post,
  expands: { user: ShownAuthor },
  objects: 'anyone',
  table: ['Query', 'BatchGetItem'],
  queries: ['byUser'],
} as const satisfies Row;

export const createPost = {
  routeKey: 'POST /posts',
  takes: PostInput,
  returns: Post,
  table: ['PutItem', 'UpdateItem'],
} as const satisfies Row;

export const getPost = {
  routeKey: 'GET /posts/{id}',
  returns: Post,
  objects: 'anyone',
  table: ['GetItem'],
} as const satisfies Row;

export const replacePost = {
  routeKey: 'PUT /posts/{id}',
  takes: PostInput,
  returns: Post,
  objects: 'owner',
  table: ['UpdateItem', 'PutItem'],
} as const satisfies Row;

export const updatePost = {
  routeKey: 'PATCH /posts/{id}',
  takes: PostPatch,
  returns: Post,
  objects: 'owner',
  table: ['UpdateItem'],
} as const satisfies Row;

export const removePost = {
  routeKey: 'DELETE /posts/{id}',
  returns: Post,
  objects: 'owner',
  table: ['GetItem', 'DeleteItem', 'UpdateItem'],
} as const satisfies Row;
