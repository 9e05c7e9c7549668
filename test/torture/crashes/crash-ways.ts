import type { Inside } from '../inside';

type Ask = Inside['ask'];
export type Request = { readonly line: string; readonly body?: unknown; readonly headers?: Record<string, string> };

/** A way through a route: what is there before, and the request that the crash falls into. */
type Way = (ask: Ask) => Promise<Request>;

let count = 0;
const fresh = () => `n${++count}-${Math.random().toString(36).slice(2)}`;
const address = () => `${fresh()}@example.com`;

const create = async (ask: Ask, path: string, body: object) => {
  const answer = await ask(`POST ${path}`, { body });
  if (answer.status !== 201) throw new Error(`POST ${path} answered ${answer.status}: ${answer.text}`);
  return { id: String(answer.body.id), path: `${path}/${answer.body.id}`, etag: answer.headers.etag ?? '' };
};
const user = (ask: Ask, email = address()) => create(ask, '/api/v1/users', { name: fresh(), email });
const post = (ask: Ask, rest: object = {}) => create(ask, '/posts', { title: fresh(), ...rest });
const keyed = () => ({ 'idempotency-key': fresh() });
const absent = { 'if-none-match': '*' };
const mint = () => `01890000-0000-7000-8000-${Math.random().toString(16).slice(2, 14).padStart(12, '0')}`;

const forced = async (ask: Ask, posts: number) => {
  const { id, path } = await user(ask);
  await Promise.all(Array.from({ length: posts }, () => post(ask, { userId: id })));
  return { line: `DELETE ${path}?force=true` };
};

/** Every way that asks something else of the table, by the row that it goes through. */
const ways: Record<string, Way> = {
  listUsers: async () => ({ line: 'GET /api/v1/users' }),
  'listUsers by address': async (ask) => {
    const email = address();
    await user(ask, email);
    return { line: `GET /api/v1/users?email=${email}` };
  },
  createUser: async () => ({ line: 'POST /api/v1/users', body: { name: fresh(), email: address() } }),
  'createUser with a key': async () => ({
    line: 'POST /api/v1/users',
    body: { name: fresh(), email: address() },
    headers: keyed(),
  }),
  getUser: async (ask) => ({ line: `GET ${(await user(ask)).path}` }),
  replaceUser: async (ask) => {
    const email = address();
    return { line: `PUT ${(await user(ask, email)).path}`, body: { name: fresh(), email } };
  },
  'replaceUser with another address': async (ask) => ({
    line: `PUT ${(await user(ask)).path}`,
    body: { name: fresh(), email: address() },
  }),
  'replaceUser as a creation': async () => ({
    line: `PUT /api/v1/users/${mint()}`,
    body: { name: fresh(), email: address() },
    headers: absent,
  }),
  updateUser: async (ask) => ({ line: `PATCH ${(await user(ask)).path}`, body: { name: fresh() } }),
  'updateUser with another address': async (ask) => ({
    line: `PATCH ${(await user(ask)).path}`,
    body: { email: address() },
  }),
  removeUser: async (ask) => ({ line: `DELETE ${(await user(ask)).path}` }),
  'removeUser with posts': (ask) => forced(ask, 3),
  'removeUser with more posts than a transaction takes': (ask) => forced(ask, 110),
  listPosts: async () => ({ line: 'GET /posts' }),
  'listPosts of a user': async (ask) => ({ line: `GET /posts?userId=${(await user(ask)).id}` }),
  createPost: async () => ({ line: 'POST /posts', body: { title: fresh() } }),
  'createPost with an author': async (ask) => ({
    line: 'POST /posts',
    body: { title: fresh(), userId: (await user(ask)).id },
  }),
  'createPost with an author and a key': async (ask) => ({
    line: 'POST /posts',
    body: { title: fresh(), userId: (await user(ask)).id },
    headers: keyed(),
  }),
  getPost: async (ask) => ({ line: `GET ${(await post(ask)).path}` }),
  replacePost: async (ask) => ({ line: `PUT ${(await post(ask)).path}`, body: { title: fresh() } }),
  'replacePost with another author': async (ask) => {
    const [from, to] = [await user(ask), await user(ask)];
    return { line: `PUT ${(await post(ask, { userId: from.id })).path}`, body: { title: fresh(), userId: to.id } };
  },
  'replacePost as a creation': async (ask) => ({
    line: `PUT /posts/${mint()}`,
    body: { title: fresh(), userId: (await user(ask)).id },
    headers: absent,
  }),
  updatePost: async (ask) => ({ line: `PATCH ${(await post(ask)).path}`, body: { title: fresh() } }),
  'updatePost without its author': async (ask) => ({
    line: `PATCH ${(await post(ask, { userId: (await user(ask)).id })).path}`,
    body: { userId: null },
  }),
  removePost: async (ask) => ({ line: `DELETE ${(await post(ask)).path}` }),
  'removePost with an author': async (ask) => ({
    line: `DELETE ${(await post(ask, { userId: (await user(ask)).id })).path}`,
  }),
};

export const waysThrough = Object.entries(ways);
