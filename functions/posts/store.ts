import type { ValuesOf } from '../model/field';
import { moveCount } from '../table/belonging';
import { findMany } from '../table/get';
import { type Kind, keyOf, type Link, parseItems } from '../table/item';
import { authorship, Post, ShownAuthor } from './model';

export const posts = { collection: 'POST', model: Post } as const satisfies Kind;

/** The author of a post, whose number of posts changes along with the post. */
export const author: Link = { attribute: 'userId', writesFor: (_, move) => moveCount(authorship, move) };

const shownAuthors = { collection: 'USER', model: ShownAuthor } as const satisfies Kind;

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
