import type * as routes from '../../functions/routes';

/** Name of a route in the route table, including `fallback`. */
export type RouteName = keyof typeof routes;

export type RouteBudget = {
  readonly readUnits: number;
  readonly writeUnits: number;
  readonly responseBytes: number;
  /**
   * Milliseconds that the function takes, including its calls to the embedded DynamoDB. `npm run cost -- --measure`
   * measured them on 22 November 2026, on two cores of a shared x64 machine with Node 20.
   */
  readonly ms: number;
};

const itemBytes = 1_000;
const pageBytes = 50 * itemBytes;

/**
 * Capacity units, response size and milliseconds of one request, for items of 1 kB, posts with an author and pages of
 * 50 items. test/contract/capacity.test.ts measures the units.
 */
export const budget: Record<RouteName, RouteBudget> = {
  listUsers: { readUnits: 6.5, writeUnits: 0, responseBytes: pageBytes, ms: 1.9 },
  createUser: { readUnits: 0, writeUnits: 4, responseBytes: itemBytes, ms: 2.5 },
  getUser: { readUnits: 1, writeUnits: 0, responseBytes: itemBytes, ms: 1.7 },
  replaceUser: { readUnits: 0, writeUnits: 1, responseBytes: itemBytes, ms: 4.3 },
  updateUser: { readUnits: 0, writeUnits: 1, responseBytes: itemBytes, ms: 2.2 },
  removeUser: { readUnits: 1, writeUnits: 4, responseBytes: 0, ms: 3.1 },
  listPosts: { readUnits: 6.5, writeUnits: 0, responseBytes: pageBytes, ms: 2.1 },
  createPost: { readUnits: 0, writeUnits: 5, responseBytes: itemBytes, ms: 2.6 },
  getPost: { readUnits: 1, writeUnits: 0, responseBytes: itemBytes, ms: 1.6 },
  replacePost: { readUnits: 0, writeUnits: 2, responseBytes: itemBytes, ms: 2.3 },
  updatePost: { readUnits: 0, writeUnits: 2, responseBytes: itemBytes, ms: 2.3 },
  removePost: { readUnits: 1, writeUnits: 5, responseBytes: 0, ms: 3.2 },
  listRoutes: { readUnits: 0, writeUnits: 0, responseBytes: itemBytes, ms: 0.2 },
  getDescription: { readUnits: 0, writeUnits: 0, responseBytes: 100 * itemBytes, ms: 1.7 },
  getReference: { readUnits: 0, writeUnits: 0, responseBytes: 500 * itemBytes, ms: 0.6 },
  fallback: { readUnits: 0, writeUnits: 0, responseBytes: itemBytes, ms: 0.2 },
};

/** Milliseconds of each route in the budget. */
export const measuredMs = Object.fromEntries(Object.entries(budget).map(([name, { ms }]) => [name, ms])) as Record<
  RouteName,
  number
>;

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
