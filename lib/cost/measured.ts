import type { Name } from './budget';

/**
 * Milliseconds of each route's function, its calls to the embedded DynamoDB among them: `npm run cost -- --measure` on two
 * cores of a shared x64 machine, Node 20, 21 November 2026.
 */
export const measured: Record<Name, number> = {
  listUsers: 3.5,
  createUser: 3.7,
  getUser: 3.2,
  replaceUser: 7.3,
  updateUser: 3.8,
  removeUser: 5.5,
  listPosts: 3.2,
  createPost: 4,
  getPost: 3.1,
  replacePost: 4,
  updatePost: 3.6,
  removePost: 6.3,
  listRoutes: 0.1,
  getDescription: 1.4,
  getReference: 0.6,
  fallback: 0.2,
};
