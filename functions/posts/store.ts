import type { ValuesOf } from '../kit/model/field';
import { findMany } from '../kit/table/get';
import { type Entity, keyOf, parseItems } from '../kit/table/item';
import { moveChild } from '../kit/table/relation';
import { authorship, Post, ShownAuthor } from './model';

export const posts = {
  collection: 'POST',
  model: Post,
  // The number of posts of the author changes along with the post.
  dependents: { field: 'userId', writes: (_, change) => moveChild(authorship, change) },
} as const satisfies Entity;

/** Users as posts show them, who are their authors. */
export const shownAuthors = { collection: 'USER', model: ShownAuthor } as const satisfies Entity;

type PostPage = { readonly body: readonly ValuesOf<typeof Post>[] };

/** Adds `user`, the author, to each post of a page. A post stays as it is when its author was created or deleted just now. */
export const withAuthors = async <P extends PostPage>(page: P) => {
  const ids = new Set(page.body.flatMap(({ userId = [] }) => userId));
  const keys = [...ids].map((id) => keyOf(shownAuthors, id));
  const shown = { ProjectionExpression: 'sk, #name', ExpressionAttributeNames: { '#name': 'name' } };
  const found = await findMany(keys, shown);
  const users = new Map(parseItems(shownAuthors, [...found.values()]).map((user) => [user.id, user]));
  const body = page.body.map((post) => {
    const user = users.get(post.userId ?? '');
    return user ? { ...post, user } : post;
  });
  return { ...page, body };
};
