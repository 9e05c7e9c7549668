import type { Entity } from '../kit/table/item';
import type { usersDocs } from './docs';
import { User } from './model';

export const users = {
  collection: 'USER',
  model: User,
  isPrivate: true,
} as const satisfies Entity & Pick<typeof usersDocs, 'isPrivate'>;
