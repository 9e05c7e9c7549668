import type { Entity } from '../kit/table/item';
import type { Child } from '../kit/table/relation';
import { postChildren, posts } from '../posts/store';
import type { usersDocs } from './docs';
import { User } from './model';

export const users = {
  collection: 'USER',
  model: User,
  isPrivate: true,
} as const satisfies Entity & Pick<typeof usersDocs, 'isPrivate'>;

/** Resources that belong to users. A deletion by force deletes them, too. */
export const userChildren: readonly Child[] = [{ entity: posts, children: postChildren }];
