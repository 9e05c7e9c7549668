import type { Resource, RouteGroup } from './kit/site/openapi/resource';
import { postsDocs } from './posts/docs';
import { usersDocs } from './users/docs';

/** All resources. A parent comes before its children, and the first version of a resource before its later versions. */
export const resources: readonly Resource[] = [usersDocs, postsDocs];

/** Routes beside the resources, by what they are for. `npm run route` adds them. */
export const groups: readonly RouteGroup[] = [];

/** Paths of collections that have gone, with those of the versions that replace them. Requests get a 410. */
export const gone: Readonly<Record<string, string>> = {};
