import type { Entity } from '../kit/table/item';
import { uniqueClaims } from '../kit/table/unique';
import type { usersDocs } from './docs';
import { User } from './model';

export const users = {
  collection: 'USER',
  model: User,
  isPrivate: true,
  dependents: [uniqueClaims],
} as const satisfies Entity & Pick<typeof usersDocs, 'isPrivate'>;
