import { handleChange, handleDelete, handleGet, handleList, handlePost } from '../kit/lambda/handle';
import { replace, update } from '../kit/table/change';
import { create } from '../kit/table/create';
import { withParents } from '../kit/table/expand';
import { get } from '../kit/table/get';
import { list } from '../kit/table/list';
import { remove } from '../kit/table/remove';
import * as routes from './routes';
import { posts } from './store';

export const listPosts = handleList(routes.listPosts, async (request) =>
  withParents(posts, request, await list(posts, request)),
);

export const createPost = handlePost(routes.createPost, (request) => create(posts, request));

export const getPost = handleGet(routes.getPost, (request) => get(posts, request));

export const replacePost = handleChange(routes.replacePost, (request) => replace(posts, request));

export const updatePost = handleChange(routes.updatePost, (request) => update(posts, request));

export const removePost = handleDelete(routes.removePost, (request) => remove(posts, request));
