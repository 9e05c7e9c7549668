import type { Entity } from '../kit/table/item';
import { childCounts } from '../kit/table/relation';
import { Post } from './model';

export const posts = {
  collection: 'POST',
  model: Post,
  dependents: [childCounts],
} as const satisfies Entity;
