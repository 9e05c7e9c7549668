import type { InProcessService } from '../in-process';

type Invoke = InProcessService['invoke'];
export type CrashRequest = {
  readonly line: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
};

/** Stores the resources that a request needs, and returns the request during which the process is killed. */
type Scenario = (invoke: Invoke) => Promise<CrashRequest>;

let nameCount = 0;
const uniqueName = () => `n${++nameCount}-${Math.random().toString(36).slice(2)}`;
const uniqueEmail = () => `${uniqueName()}@example.com`;

const userBody = (email = uniqueEmail()) => ({ name: uniqueName(), email });
const postBody = (userId?: string) => ({ title: uniqueName(), ...(userId && { userId }) });

const create = async (invoke: Invoke, path: string, body: object) => {
  const { status, text, body: created } = await invoke(`POST ${path}`, { body });
  if (status !== 201) throw new Error(`POST ${path} answers ${status}: ${text}`);
  return { id: String(created.id), path: `${path}/${created.id}` };
};
const user = (invoke: Invoke, email?: string) => create(invoke, '/api/v1/users', userBody(email));
const post = (invoke: Invoke, rest: object = {}) => create(invoke, '/posts', { title: uniqueName(), ...rest });
const withKey = () => ({ 'idempotency-key': uniqueName() });
const ifAbsent = { 'if-none-match': '*' };
const newId = () => `01890000-0000-7000-8000-${Math.random().toString(16).slice(2, 14).padStart(12, '0')}`;

const forcedRemoval = async (invoke: Invoke, posts: number) => {
  const { id, path } = await user(invoke);
  await Promise.all(Array.from({ length: posts }, () => post(invoke, { userId: id })));
  return { line: `DELETE ${path}?force=true` };
};

/**
 * A scenario for each sequence of DynamoDB calls that a route can make. The first word of a name is the name of the
 * route.
 */
const allScenarios: Record<string, Scenario> = {
  listUsers: async () => ({ line: 'GET /api/v1/users' }),
  'listUsers by e-mail': async (invoke) => {
    const email = uniqueEmail();
    await user(invoke, email);
    return { line: `GET /api/v1/users?email=${email}` };
  },
  createUser: async () => ({ line: 'POST /api/v1/users', body: userBody() }),
  'createUser with a key': async () => ({ line: 'POST /api/v1/users', body: userBody(), headers: withKey() }),
  getUser: async (invoke) => ({ line: `GET ${(await user(invoke)).path}` }),
  replaceUser: async (invoke) => {
    const email = uniqueEmail();
    return { line: `PUT ${(await user(invoke, email)).path}`, body: userBody(email) };
  },
  'replaceUser with another e-mail': async (invoke) => ({ line: `PUT ${(await user(invoke)).path}`, body: userBody() }),
  'replaceUser as a creation': async () => ({
    line: `PUT /api/v1/users/${newId()}`,
    body: userBody(),
    headers: ifAbsent,
  }),
  updateUser: async (invoke) => ({ line: `PATCH ${(await user(invoke)).path}`, body: { name: uniqueName() } }),
  'updateUser with another e-mail': async (invoke) => ({
    line: `PATCH ${(await user(invoke)).path}`,
    body: { email: uniqueEmail() },
  }),
  removeUser: async (invoke) => ({ line: `DELETE ${(await user(invoke)).path}` }),
  'removeUser with posts': (invoke) => forcedRemoval(invoke, 3),
  'removeUser with more posts than a transaction takes': (invoke) => forcedRemoval(invoke, 110),
  listPosts: async () => ({ line: 'GET /posts' }),
  'listPosts of a user': async (invoke) => ({ line: `GET /posts?userId=${(await user(invoke)).id}` }),
  createPost: async () => ({ line: 'POST /posts', body: postBody() }),
  'createPost with an author': async (invoke) => ({ line: 'POST /posts', body: postBody((await user(invoke)).id) }),
  'createPost with an author and a key': async (invoke) => ({
    line: 'POST /posts',
    body: postBody((await user(invoke)).id),
    headers: withKey(),
  }),
  getPost: async (invoke) => ({ line: `GET ${(await post(invoke)).path}` }),
  replacePost: async (invoke) => ({ line: `PUT ${(await post(invoke)).path}`, body: postBody() }),
  'replacePost with another author': async (invoke) => {
    const [from, to] = [await user(invoke), await user(invoke)];
    return { line: `PUT ${(await post(invoke, { userId: from.id })).path}`, body: postBody(to.id) };
  },
  'replacePost as a creation': async (invoke) => ({
    line: `PUT /posts/${newId()}`,
    body: postBody((await user(invoke)).id),
    headers: ifAbsent,
  }),
  updatePost: async (invoke) => ({ line: `PATCH ${(await post(invoke)).path}`, body: postBody() }),
  'updatePost without its author': async (invoke) => ({
    line: `PATCH ${(await post(invoke, { userId: (await user(invoke)).id })).path}`,
    body: { userId: null },
  }),
  removePost: async (invoke) => ({ line: `DELETE ${(await post(invoke)).path}` }),
  'removePost with an author': async (invoke) => ({
    line: `DELETE ${(await post(invoke, { userId: (await user(invoke)).id })).path}`,
  }),
};

export const scenarios = Object.entries(allScenarios);
