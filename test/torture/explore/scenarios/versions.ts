import { nounOf } from '../../../../functions/kit/entity';
import type { Resource } from '../../../../functions/kit/site/openapi/resource';
import type { ExploredRequest } from '../run';
import { familyOf, hot, memberOf } from './family';

export const isVersionOf = (one: Resource, other: Resource) => one.collection === other.collection;

/** Lists changes of the first resource through one version, and a rival for its unique values. */
export const changesBy = (version: Resource, all: readonly Resource[]): readonly ExploredRequest[] => {
  const { first, change, insert, moved } = familyOf(version, all);
  const { patch, replace, replacement, remove, taken } = first;
  return [
    hot(patch(change)),
    { ...patch(change), tag: first.id },
    replace(replacement),
    remove,
    insert({ ...moved, ...taken }),
  ];
};

/** Lists changes through the versions after the first one, of a resource or of its parent. */
export const laterChanges = (resource: Resource, all: readonly Resource[]) => {
  const { parents } = familyOf(resource, all);
  const parentVersions = all.filter((one) => nounOf(one) === parents?.noun).slice(1);
  const deletions = parentVersions.flatMap(({ path }) =>
    parents ? memberOf(path, parents.first.id).removeByForce : [],
  );
  const others = all.filter((one) => isVersionOf(one, resource) && one.path !== resource.path);
  return [...others.flatMap((other) => changesBy(other, all)), ...deletions];
};
