import { nounOf, type Resource } from './kit/http/resource';
import { collectionPathOf, type Route } from './kit/http/route';
import { postsDocs } from './posts/docs';
import { usersDocs } from './users/docs';

/** All resources. A parent comes before its children. */
export const resources: readonly Resource[] = [usersDocs, postsDocs];

/** Returns the resource of a route, or undefined for a route of the service itself. */
export const resourceOf = (route: Route) => resources.find(({ path }) => path === collectionPathOf(route));

/** Returns the resource to which those of this kind belong, or undefined. */
export const parentOf = ({ relation }: Resource) => resources.find((resource) => nounOf(resource) === relation?.parent);

/** Returns how others belong to a resource. */
export const childrenOf = (resource: Resource) =>
  resources.flatMap(({ relation }) => (relation?.parent === nounOf(resource) ? [relation] : []));
