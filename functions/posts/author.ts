import { Problem, unavailable } from '../http/problem';
import { type Condition, counting, present } from '../table/expression';
import type { Item } from '../table/item';
import { partitionOf } from '../table/partition';
import type { Side } from '../table/write';

/** Holds for a user who exists and whom no deletion by force keeps closed at this time. */
const openAt = (now: string): Condition => ({
  text: `${present.text} AND (attribute_not_exists(closedUntil) OR closedUntil <= :now)`,
  values: { ':now': now },
});

const refusePost = (user: Item | undefined) => {
  if (!user) return new Problem(422, 'unknown-user', 'The userId names no user.');
  const detail = 'The user is being deleted and takes no post; repeat the deletion to finish it.';
  return new Problem(409, 'user-closing', detail);
};

/** Counts posts of a user, in the transaction that writes the posts. Only a user who exists can be counted. */
export const countPost = (userId: string, by: number): Side => ({
  write: {
    Update: {
      Key: { pk: partitionOf('USER', userId), sk: userId },
      ...counting('postCount', by, by > 0 ? openAt(new Date().toISOString()) : present),
    },
  },
  refused: by > 0 ? refusePost : () => unavailable(),
});

/** Counts a post out of one author's posts and into another's. */
export const recount = (from: string | undefined, to: string | undefined) =>
  from === to ? [] : [...(from ? [countPost(from, -1)] : []), ...(to ? [countPost(to, 1)] : [])];
