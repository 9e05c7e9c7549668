import { pluralIn } from '../../../functions/model/relation';
import { otherResources, routeOf } from '../every-resource';

/** The routes of each scope, as the contract's §7 names them. */
export const scopes: Record<string, readonly string[]> = {
  'users:read': ['GET /api/v1/users', 'GET /api/v1/users/{id}'],
  'users:write': ['POST /api/v1/users', ...['PUT', 'PATCH', 'DELETE'].map((method) => `${method} /api/v1/users/{id}`)],
  'posts:write': ['POST /posts', ...['PUT', 'PATCH', 'DELETE'].map((method) => `${method} /posts/{id}`)],
};
export const protectedReads: Record<string, readonly string[]> = { 'posts:read': ['GET /posts', 'GET /posts/{id}'] };

// Any other resource has scopes of its own.
for (const resource of otherResources) {
  const { path } = resource;
  const isPublic = routeOf(resource, 'get')[1].access === 'public';
  (isPublic ? protectedReads : scopes)[`${pluralIn(path)}:read`] = [`GET ${path}`, `GET ${path}/{id}`];
  scopes[`${pluralIn(path)}:write`] = ['POST', 'PUT', 'PATCH', 'DELETE'].map(
    (method) => `${method} ${path}${method === 'POST' ? '' : '/{id}'}`,
  );
}
