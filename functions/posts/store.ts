import { moveCount } from '../table/belonging';
import type { Kind, Link } from '../table/item';
import { authorship, Post } from './model';

export const posts = { collection: 'POST', model: Post } as const satisfies Kind;

/** The author of a post, whose number of posts changes along with the post. */
export const author: Link = { attribute: 'userId', writesFor: (_, from, to) => moveCount(authorship, from, to) };
