import type * as routes from '../../functions/routes';

export type Name = keyof typeof routes;

export type Use = {
  readonly readUnits: number;
  readonly writeUnits: number;
  /** What the answer has, in bytes. */
  readonly bytes: number;
};

const member = 1_000;
const page = 50 * member;

/**
 * What one request uses where items have 1 kB, posts have authors and a page has 50: the units are the budget that
 * test/contract/capacity.test.ts measures.
 */
export const budget: Record<Name, Use> = {
  listUsers: { readUnits: 6.5, writeUnits: 0, bytes: page },
  createUser: { readUnits: 0, writeUnits: 4, bytes: member },
  getUser: { readUnits: 1, writeUnits: 0, bytes: member },
  replaceUser: { readUnits: 0, writeUnits: 1, bytes: member },
  updateUser: { readUnits: 0, writeUnits: 1, bytes: member },
  removeUser: { readUnits: 1, writeUnits: 4, bytes: 0 },
  listPosts: { readUnits: 6.5, writeUnits: 0, bytes: page },
  createPost: { readUnits: 0, writeUnits: 5, bytes: member },
  getPost: { readUnits: 1, writeUnits: 0, bytes: member },
  replacePost: { readUnits: 0, writeUnits: 2, bytes: member },
  updatePost: { readUnits: 0, writeUnits: 2, bytes: member },
  removePost: { readUnits: 1, writeUnits: 5, bytes: 0 },
  listRoutes: { readUnits: 0, writeUnits: 0, bytes: member },
  getDescription: { readUnits: 0, writeUnits: 0, bytes: 100 * member },
  getReference: { readUnits: 0, writeUnits: 0, bytes: 500 * member },
  fallback: { readUnits: 0, writeUnits: 0, bytes: member },
};

/** Of no answer more: /docs unzipped has 1.9 MB, a page of a list 1 MB as it is stored and twice that in JSON at most. */
export const largestAnswerBytes = 2 * 2 ** 20;

/** What a request leaves in the logs, in bytes: its own line, Lambda's report, the gateway's line. */
export const loggedBytes = 2_000;

/** What a month's requests are unless somebody says otherwise, in hundredths. */
export const usualMix: Partial<Record<Name, number>> = {
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
