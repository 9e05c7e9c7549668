import { nounOf } from '../../functions/kit/entity';
import { folderOf, type Route } from '../../functions/kit/http/route';
import type { Resource } from '../../functions/kit/site/openapi/resource';
import type { RouteTable } from '../build/entries';

type Relations = {
  readonly resources: readonly Resource[];
  readonly parentsOf: (resource: Resource) => readonly Resource[];
};

/** Returns a sentence for each resource that belongs to itself, at once or through others. */
export const circleErrors = ({ resources, parentsOf }: Relations) => {
  const isAbove = (one: Resource, other: Resource, seen: readonly Resource[] = []): boolean =>
    parentsOf(other).some(
      (parent) => parent === one || (!seen.includes(parent) && isAbove(one, parent, [...seen, parent])),
    );
  return resources
    .filter((resource) => isAbove(resource, resource))
    .map(
      ({ path }) =>
        `The ${folderOf(path)} belong to themselves, and a deletion by force would have no end: take belongsTo away from one field, and make it indexed(Id).`,
    );
};

/** Returns a sentence for each relation to a parent that does not exist. */
export const parentErrors = (resources: readonly Resource[]) => {
  const nouns = [...new Set(resources.map(nounOf))];
  return resources.flatMap(({ path, input }) =>
    Object.entries(input).flatMap(([name, { parent: relation }]) =>
      relation && !nouns.includes(relation.parent)
        ? [
            `The relation of "${name}" of ${folderOf(path)} has the parent "${relation.parent}", which no resource is; allowed: ${nouns.join(', ')}.`,
          ]
        : [],
    ),
  );
};

/** Returns a sentence for each list whose `expand` takes other names than its `expands` has, and so adds nothing. */
export const expandErrors = (routes: RouteTable) =>
  Object.values<Route>(routes).flatMap(({ routeKey, entry, query = {}, expands = {} }) => {
    const [taken, shown] = [query.expand?.oneOf ?? [], Object.keys(expands)];
    // A route with an `entry` may have an `expand` of its own.
    if (entry || (taken.length === shown.length && taken.every((name) => shown.includes(name)))) return [];
    const [takes, has] = [taken, shown].map((names) => names.join(', ') || 'nothing');
    return [
      `${routeKey} takes expand=${takes}, and its \`expands\` has ${has}: name the same parents in both, each as the \`attribute\` of its relation without Id.`,
    ];
  });

/** Returns a sentence for each relation by which callers could give a child to a private parent of another owner. */
export const sharedErrors = ({ resources, parentsOf }: Relations) =>
  resources.flatMap((child) =>
    parentsOf(child)
      .filter(({ isPrivate }) => isPrivate)
      .flatMap((parent) =>
        Object.entries(child.input).flatMap(([name, { parent: relation }]) =>
          relation?.isParentShared && relation.parent === nounOf(parent)
            ? [
                `The relation of "${name}" of ${folderOf(child.path)} has isParentShared, and ${folderOf(parent.path)} are private: take it away, or everybody adds ${folderOf(child.path)} to the ${folderOf(parent.path)} of others.`,
              ]
            : [],
        ),
      ),
  );
