import { fieldsOfAll, maxItemBytesOf } from './model/models';
import { versionIn } from './model/relation';
import { childrenOf, firstVersions, relationsOf, versionsOf } from './resources';
import { resources } from './yours';

/*
 * Facts about all resources. This module runs while the functions are bundled, so that the bundles hold no models.
 */

/** Collections of the resources that others belong to. */
export const parents: readonly string[] = firstVersions
  .filter((resource) => childrenOf(resource).length > 0)
  .map(({ collection }) => collection);

/**
 * Maps the attribute of each relation to the list of children that a parent of some version links to: the newest list whose
 * version is not above that of the parent.
 */
const newestIn = (version: number) =>
  Object.fromEntries(
    resources
      .filter(({ path }) => versionIn(path) <= version)
      .flatMap((child) => relationsOf(child).map((each) => [each.stored, `${child.path}?${each.attribute}=`])),
  );

const laterVersions = resources.map(({ path }) => versionIn(path)).filter((version) => version > 1);

/**
 * Maps each later version, and the attribute of a relation, to the list of children to which the version links.
 * @example listsIn[2].item_orderId // '/api/v2/items?orderId=' for a parent under /api/v2/orders
 */
export const listsIn: Readonly<Record<number, Readonly<Record<string, string>>>> = Object.fromEntries(
  laterVersions.map((version) => [version, newestIn(version)]),
);

/** Maps each collection to the size of its largest item, which has the fields of all versions. */
export const maxItemBytes: Readonly<Record<string, number>> = Object.fromEntries(
  firstVersions.map((resource) => {
    const models = versionsOf(resource).map(({ input }) => input);
    return [resource.collection, maxItemBytesOf(fieldsOfAll(resource.collection, ...models))];
  }),
);
