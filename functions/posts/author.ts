import { Problem, unavailable } from '../http/problem';
import { type Condition, counting, present } from '../table/expression';
import type { TableItem } from '../table/item';
import { partitionOf } from '../table/partition';
import type { ExtraWrite } from '../table/write';

/** Returns the condition that the user exists and is open. `DELETE ?force=true` closes a user until `closedUntil`. */
const openAt = (now: string): Condition => ({
  text: `${present.text} AND (attribute_not_exists(closedUntil) OR closedUntil <= :now)`,
  values: { ':now': now },
});

const problemOfPost = (user: TableItem | undefined) => {
  if (!user) return new Problem(422, 'unknown-user', 'The userId names no user.');
  const detail = 'The user is being deleted and takes no post; repeat the deletion to finish it.';
  return new Problem(409, 'user-closing', detail);
};

/**
 * Returns the write that adds `by`, which can be negative, to a user's number of posts. The write fails when the user
 * does not exist, or when the user is closed and `by` is positive.
 */
export const countPosts = (userId: string, by: number): ExtraWrite => ({
  write: {
    Update: {
      Key: { pk: partitionOf('USER', userId), sk: userId },
      ...counting('postCount', by, by > 0 ? openAt(new Date().toISOString()) : present),
    },
  },
  problemFor: by > 0 ? problemOfPost : () => unavailable(),
});

/**
 * Returns the writes that count a post for its author `to`, and no longer for its author `from`. `undefined` stands for
 * no author. A new post has no `from`, and a deleted post has no `to`.
 */
export const moveCount = (from: string | undefined, to: string | undefined) =>
  from === to ? [] : [...(from ? [countPosts(from, -1)] : []), ...(to ? [countPosts(to, 1)] : [])];
