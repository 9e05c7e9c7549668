import type * as routes from '../../functions/routes';

/** Name of a route in the route table, including `fallback`. */
export type RouteName = keyof typeof routes;

export type RouteBudget = {
  readonly readUnits: number;
  readonly writeUnits: number;
  readonly responseBytes: number;
};

const itemBytes = 1_000;
const pageBytes = 50 * itemBytes;

/**
 * Capacity units and response size of one request, for items of 1 kB, posts with an author and pages of 50 items.
 * test/contract/capacity.test.ts measures the units.
 */
export const budget: Record<RouteName, RouteBudget> = {
  listUsers: { readUnits: 6.5, writeUnits: 0, responseBytes: pageBytes },
  createUser: { readUnits: 0, writeUnits: 4, responseBytes: itemBytes },
  getUser: { readUnits: 1, writeUnits: 0, responseBytes: itemBytes },
  replaceUser: { readUnits: 0, writeUnits: 1, responseBytes: itemBytes },
  updateUser: { readUnits: 0, writeUnits: 1, responseBytes: itemBytes },
  removeUser: { readUnits: 1, writeUnits: 4, responseBytes: 0 },
  listPosts: { readUnits: 6.5, writeUnits: 0, responseBytes: pageBytes },
  createPost: { readUnits: 0, writeUnits: 5, responseBytes: itemBytes },
  getPost: { readUnits: 1, writeUnits: 0, responseBytes: itemBytes },
  replacePost: { readUnits: 0, writeUnits: 2, responseBytes: itemBytes },
  updatePost: { readUnits: 0, writeUnits: 2, responseBytes: itemBytes },
  removePost: { readUnits: 1, writeUnits: 5, responseBytes: 0 },
  listRoutes: { readUnits: 0, writeUnits: 0, responseBytes: itemBytes },
  getDescription: { readUnits: 0, writeUnits: 0, responseBytes: 100 * itemBytes },
  getReference: { readUnits: 0, writeUnits: 0, responseBytes: 500 * itemBytes },
  fallback: { readUnits: 0, writeUnits: 0, responseBytes: itemBytes },
};

/**
 * Upper bound of a response. The page of /docs has 1.9 MB without compression. A list reads at most 1 MB of items, and
 * an item at most doubles its size in JSON.
 */
export const maxResponseBytes = 2 * 2 ** 20;

/** Log bytes of one request: the log line of the service, the report of Lambda and the access log of the gateway. */
export const logBytesPerRequest = 2_000;

/** Default of `--mix`: the share of each route in the requests, in percent. */
export const defaultMix: Partial<Record<RouteName, number>> = {
  getPost: 35,
  listPosts: 20,
  getUser: 15,
  listUsers: 5,
  createPost: 10,
  updatePost: 6,
  replacePost: 2,
  removePost: 2,
  createUser: 2,
  updateUser: 1,
  replaceUser: 1,
  removeUser: 1,
};
