import { claimsOf } from '../../../functions/kit/http/claims';
import { handleChange, handleDelete, handleGet, handleList, handlePost } from '../../../functions/kit/lambda/handle';
import { DeletionQuery } from '../../../functions/kit/model/relation';
import type { WithCaller } from '../../../functions/kit/rules/conditions';
import { replace } from '../../../functions/kit/table/change';
import { create } from '../../../functions/kit/table/create';
import { get } from '../../../functions/kit/table/get';
import { list } from '../../../functions/kit/table/list';
import { remove } from '../../../functions/kit/table/remove';
import { Post, PostInput } from '../../../functions/posts/model';
import { getPost, listPosts, removePost, replacePost } from '../../../functions/posts/routes';
import { posts } from '../../../functions/posts/store';

/*
 * The compiler refuses each line after `@ts-expect-error`. `npm run check` fails when one of them compiles, so when a
 * store could forget the owner, a write could be public, a claim could be read that the route does not declare, or a route
 * has the handler of another kind.
 */

const nothing = async () => ({ body: {} as never });
const claims = claimsOf('tid');
const request = { id: '1', body: {}, precondition: {}, query: {} };

export const refused = () => [
  // @ts-expect-error: A public route only reads.
  handleDelete({ ...removePost, access: 'public' }, nothing),
  // @ts-expect-error: A public route only reads.
  handleChange({ ...replacePost, access: 'public' }, nothing),
  // @ts-expect-error: The only word is `public`.
  handleGet({ ...getPost, access: 'everyone' }, nothing),
  // @ts-expect-error: A GET has no body.
  handleGet({ ...getPost, body: PostInput }, nothing),
  // @ts-expect-error: A list has a handler of its own, for links, counts and compression.
  handleGet(listPosts, nothing),
  // @ts-expect-error: A DELETE is no GET.
  handleGet(removePost, nothing),
  // @ts-expect-error: A route with a query names its reader.
  handleDelete({ routeKey: removePost.routeKey, query: DeletionQuery }, nothing),
  // @ts-expect-error: A PUT is no DELETE.
  handleDelete(replacePost, nothing),
  // @ts-expect-error: A GET has no body.
  handleChange({ ...getPost, body: PostInput }, nothing),
  // @ts-expect-error: A POST of a collection has a body.
  handlePost({ routeKey: 'POST /posts', response: Post }, nothing),
  // @ts-expect-error: A route without paging is no list.
  handleList(getPost, nothing),
  // @ts-expect-error: The route declares another claim.
  handleGet({ ...getPost, claims }, (each) => get(posts, { ...each, notFoundDetail: each.caller.claims.x })),
  // @ts-expect-error: The route declares no claim.
  handleGet(getPost, (each) => get(posts, { ...each, notFoundDetail: each.caller?.claims })),
  // @ts-expect-error: A caller with claims alone is neither an admin nor none.
  ({ caller }: WithCaller) => caller?.isAdmin,
  // @ts-expect-error: The request has no caller.
  get(posts, request),
  // @ts-expect-error: The request has no caller.
  create(posts, request),
  // @ts-expect-error: The request has no caller.
  replace(posts, request),
  // @ts-expect-error: The request has no caller.
  remove(posts, request),
  // @ts-expect-error: The request has no caller.
  list(posts, { limit: 1, order: 'asc', isCounted: false }),
];
