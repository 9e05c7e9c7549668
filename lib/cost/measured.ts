import type { Name } from './budget';

/**
 * Milliseconds of each route's function, its calls to the embedded DynamoDB among them: `npm run cost -- --measure` on two
 * cores of a shared x64 machine, Node 20, 22 November 2026.
 */
export const measured: Record<Name, number> = {
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
