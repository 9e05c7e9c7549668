import { nounOf, type Resource } from '../../functions/kit/http/resource';
import { type Route, verbOf } from '../../functions/kit/http/route';
import type { Relation } from '../../functions/kit/model/field';
import { attributeOf } from '../../functions/kit/model/models';
import { storedIn } from '../../functions/kit/model/relation';
import { indexOf } from '../../functions/kit/table/shards';
import { childrenOf, firstVersions, resourceOf } from '../../functions/resources';

/** Returns the relations of all that a deletion by force of a resource deletes. */
const relationsBelow = (resource: Resource): readonly Relation[] =>
  childrenOf(resource).flatMap((relation) => {
    const children = firstVersions.filter((each) => nounOf(each) === relation.child);
    return [relation, ...children.flatMap(relationsBelow)];
  });

/** Returns the indexes that a route queries: those that it names, of its parameters, and of all that it deletes by force. */
export const indexesOfRoute = (route: Route) => {
  const { query = {}, indexes = [] } = route;
  const resource = resourceOf(route);
  if (!resource) return indexes;
  const filters = Object.entries(query).filter(([, { parent, isIndexed }]) => parent || isIndexed);
  const attributes = [
    ...filters.map(([name, field]) => attributeOf(resource.collection, name, field)),
    ...(verbOf(route) === 'remove' && 'force' in query ? relationsBelow(resource).map(storedIn) : []),
  ];
  return [...new Set([...indexes, ...attributes.map(indexOf)])];
};
