import { nounOf, type Resource } from './http/resource';
import { collectionPathOf, type Row } from './http/row';
import { posts } from './posts/resource';
import { users } from './users/resource';

/** All resources. A parent comes before its children. */
export const resources: readonly Resource[] = [users, posts];

/** Returns the resource of a route, or undefined for a route of the service itself. */
export const resourceOf = (row: Row) => resources.find(({ path }) => path === collectionPathOf(row));

/** Returns how others belong to a resource, or undefined. */
export const childrenOf = (resource: Resource) =>
  resources.find(({ belongsTo }) => belongsTo?.parent === nounOf(resource))?.belongsTo;
