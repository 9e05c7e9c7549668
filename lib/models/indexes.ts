import { nounOf } from '../../functions/kit/entity';
import { type Route, verbOf } from '../../functions/kit/http/route';
import { attributeOf } from '../../functions/kit/model/models';
import type { OwnRelation } from '../../functions/kit/model/relation';
import { allStoredFields, childrenOf, firstVersions, resourceOf } from '../../functions/kit/resources';
import type { Resource } from '../../functions/kit/site/openapi/resource';
import { indexOf } from '../../functions/kit/table/shards';

/** Fields whose attributes have an index: the ids of parents, and the values of indexed fields. */
export const indexedFields = firstVersions
  .flatMap(allStoredFields)
  .filter(({ field: { parent, isIndexed } }) => parent || isIndexed);

export const indexNames = indexedFields.map(({ attribute }) => indexOf(attribute));

/** Returns the relations of all that a deletion by force of a resource deletes. */
const relationsBelow = (resource: Resource, above: readonly Resource[] = []): readonly OwnRelation[] =>
  childrenOf(resource).flatMap((relation) => {
    // Ends also for a resource that belongs to itself, which `npm run check` refuses.
    const children = firstVersions.filter((each) => nounOf(each) === relation.child && !above.includes(each));
    return [relation, ...children.flatMap((child) => relationsBelow(child, [...above, resource]))];
  });

/** Returns the indexes that a route queries: those that it names, of its parameters, and of all that it deletes by force. */
export const indexesOfRoute = (route: Route) => {
  const { query = {}, indexes = [] } = route;
  const resource = resourceOf(route);
  if (!resource) return indexes;
  const filters = Object.entries(query).filter(([, { parent, isIndexed }]) => parent || isIndexed);
  const attributes = [
    ...filters.map(([name, field]) => attributeOf(resource.collection, name, field)),
    ...(verbOf(route) === 'remove' && 'force' in query ? relationsBelow(resource).map(({ stored }) => stored) : []),
  ];
  return [...new Set([...indexes, ...attributes.map(indexOf)])];
};

/** Returns a sentence for each index that a route queries and that the table does not have. */
export const indexErrors = (routes: Readonly<Record<string, Route>>, names: readonly string[] = indexNames) =>
  Object.values(routes).flatMap((route) =>
    indexesOfRoute(route).flatMap((index) => {
      if (names.includes(index)) return [];
      const mend = route.indexes?.includes(index)
        ? 'name one of these in `indexes`'
        : 'add the field of this filter to `input` in docs.ts';
      return `${route.routeKey} queries the index "${index}", and the table has ${names.join(', ') || 'none'}: ${mend}.`;
    }),
  );
