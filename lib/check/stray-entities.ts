import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { root } from '../root';

const folder = join(root, 'functions');

/** Matches the beginning of an entity, which is an object with a `collection`. */
const ENTITY = /\bcollection: '([^']+)'/;

/**
 * Returns a sentence for each file of a resource that makes an entity beside the one in store.ts. Such an entity would show
 * to everybody what the one in store.ts, by `isPrivate`, shows to owners only.
 */
export const entityErrors = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll(sep, '/'))
    .filter((file) => /^(?!kit\/).+\/(?!store\.ts$)[^/]+\.ts$/.test(file))
    .flatMap((file) => {
      const [, collection] = ENTITY.exec(readFileSync(join(folder, file), 'utf8')) ?? [];
      if (!collection) return [];
      return [
        `functions/${file} makes an entity of ${collection} beside store.ts, which does not know who may read it: spread that of store.ts, as in entityOf({ ...entity, model }).`,
      ];
    });
