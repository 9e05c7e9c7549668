import type { Route } from '../kit/http/route';
import { Post, PostInput, PostPatch, PostQuery, ShownAuthor } from './model';

export const listPosts = {
  routeKey: 'GET /posts',
  query: PostQuery,
  response: Post,
  expands: { user: ShownAuthor },
  access: 'public',
  actions: ['Query', 'BatchGetItem'],
} as const satisfies Route;

export const createPost = {
  routeKey: 'POST /posts',
  body: PostInput,
  response: Post,
  actions: ['PutItem', 'UpdateItem', 'GetItem'],
} as const satisfies Route;

export const getPost = {
  routeKey: 'GET /posts/{id}',
  response: Post,
  access: 'public',
  actions: ['GetItem'],
} as const satisfies Route;

export const replacePost = {
  routeKey: 'PUT /posts/{id}',
  body: PostInput,
  response: Post,
  actions: ['UpdateItem', 'PutItem', 'GetItem'],
} as const satisfies Route;

export const updatePost = {
  routeKey: 'PATCH /posts/{id}',
  body: PostPatch,
  response: Post,
  actions: ['UpdateItem', 'GetItem'],
} as const satisfies Route;

export const removePost = {
  routeKey: 'DELETE /posts/{id}',
  response: Post,
  actions: ['GetItem', 'DeleteItem', 'UpdateItem'],
} as const satisfies Route;
