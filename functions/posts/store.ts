import type { Entity } from '../kit/table/item';
import { Post } from './model';

export const posts = {
  collection: 'POST',
  model: Post,
} as const satisfies Entity;
