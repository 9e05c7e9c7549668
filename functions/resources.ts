import { nounOf, pluralIn, type Resource } from './http/resource';
import { pluralOf, type Row } from './http/row';
import { posts } from './posts/resource';
import { users } from './users/resource';

/** All resources. A resource stands behind the one that it belongs to. */
export const resources: readonly Resource[] = [users, posts];

/** Returns the resource of a route, or undefined for a route of the service itself. */
export const resourceOf = (row: Row) => resources.find(({ path }) => pluralIn(path) === pluralOf(row));

/** Returns how others belong to a resource, or undefined. */
export const childrenOf = (resource: Resource) =>
  resources.find(({ belongsTo }) => belongsTo?.parent === nounOf(resource))?.belongsTo;
