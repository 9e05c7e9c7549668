import type { RouteName } from './budget';

/**
 * Milliseconds that the function of each route takes, including its calls to the embedded DynamoDB. `npm run cost --
 * --measure` measured them on 22 November 2026, on two cores of a shared x64 machine with Node 20.
 */
export const measuredMs: Record<RouteName, number> = {
  listUsers: 1.9,
  createUser: 2.5,
  getUser: 1.7,
  replaceUser: 4.3,
  updateUser: 2.2,
  removeUser: 3.1,
  listPosts: 2.1,
  createPost: 2.6,
  getPost: 1.6,
  replacePost: 2.3,
  updatePost: 2.3,
  removePost: 3.2,
  listRoutes: 0.2,
  getDescription: 1.7,
  getReference: 0.6,
  fallback: 0.2,
};
