import { nounOf, type Resource } from './kit/http/resource';
import { collectionPathOf, type Route } from './kit/http/route';
import { attributeOf } from './kit/model/models';
import { postsDocs } from './posts/docs';
import { usersDocs } from './users/docs';

/** All resources. A parent comes before its children. */
export const resources: readonly Resource[] = [usersDocs, postsDocs];

/** Returns the resource of a route, or undefined for a route of the service itself. */
export const resourceOf = (route: Route) => resources.find(({ path }) => path === collectionPathOf(route));

/** Returns the fields of a resource with their attributes. */
export const storedFields = ({ collection, input }: Resource) =>
  Object.entries(input).map(([name, field]) => {
    const attribute = attributeOf(collection, name, field);
    return { collection, name, field, attribute };
  });

/** Returns the relations of a resource to its parents. */
export const relationsOf = ({ input }: Resource) => Object.values(input).flatMap(({ parent }) => parent ?? []);

/** Returns the resources to which those of this kind belong. */
export const parentsOf = (resource: Resource) =>
  relationsOf(resource).flatMap(({ parent }) => resources.filter((each) => nounOf(each) === parent));

/** Returns how others belong to a resource. */
export const childrenOf = (resource: Resource) =>
  resources.flatMap((each) => relationsOf(each).filter(({ parent }) => parent === nounOf(resource)));
