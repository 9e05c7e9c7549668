import type { Entity } from './entity';
import { firstVersions } from './resources';

/**
 * Resources that belong to others, which a deletion by force deletes, too. In the bundles, lib/build/bundle.ts replaces this
 * module by one that imports the same entities from their store.ts, without the texts of docs.ts.
 */
export const children: readonly Entity[] = firstVersions.filter(({ fields }) =>
  fields.some(({ field }) => field.parent),
);
