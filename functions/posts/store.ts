import type { Entity } from '../kit/table/item';
import type { Child } from '../kit/table/relation';
import { Post } from './model';

export const posts = {
  collection: 'POST',
  model: Post,
} as const satisfies Entity;

/** Resources that belong to posts. A deletion by force deletes them, too. */
export const postChildren: readonly Child[] = [];
