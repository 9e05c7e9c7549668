import { createdAtOf } from '../../model/id';
import type * as routes from '../../routes';

/** Names of all rows of the route table except `fallback`. OpenAPI calls the name of a row its `operationId`. */
export type OperationId = Exclude<keyof typeof routes, 'fallback'>;

/** Example of an operation. Without `response`, the response is the problem whose code is the example's key. */
export type OperationExample = { readonly summary: string; readonly request?: unknown; readonly response?: unknown };

const resource = <T extends object>(id: string, fields: T) => ({
  id,
  ...fields,
  createdAt: createdAtOf(id),
  updatedAt: createdAtOf(id),
});

const writable = <T extends { id: string; createdAt: string; updatedAt: string }>(item: T) => {
  const { id: _, createdAt: __, updatedAt: ___, ...fields } = item;
  return fields;
};

/** Two users, a post of one of them, and a post without an author. */
export const ada = resource('01a1f3ad-8e00-7000-8000-000000000001', {
  name: 'Ada Lovelace',
  email: 'ada@lovelace.example',
});
export const grace = resource('01a1f3ad-8e00-7000-8000-000000000002', {
  name: 'Grace Hopper',
  email: 'grace@hopper.example',
});
export const note = resource('01a1f3ad-8e00-7000-8000-00000000000a', {
  title: 'Note G',
  content: 'The engine weaves algebraical patterns.',
  userId: ada.id,
});
export const notice = resource('01a1f3ad-8e00-7000-8000-00000000000b', { title: 'Maintenance tonight', content: '' });

const missingId = '01890000-0000-7000-8000-000000000000';

const taken = { summary: 'An address that another user has' };
const unknown = { summary: 'An author who does not exist' };

const rename = { ...writable(ada), name: 'Ada King' };
const retitle = { ...writable(note), title: 'Note A' };
const withoutAuthor = { title: notice.title, content: notice.content };

/** Examples for each route. A test creates the four resources above and sends every example. */
export const examples: Record<OperationId, Record<string, OperationExample>> = {
  listUsers: { users: { summary: 'A page of users', response: [grace, ada] } },
  createUser: {
    user: {
      summary: 'A user',
      request: { name: 'Alan Turing', email: 'alan@turing.example' },
      response: resource('01a1f3ad-8e00-7000-8000-000000000003', { name: 'Alan Turing', email: 'alan@turing.example' }),
    },
    'email-taken': { ...taken, request: writable(ada) },
  },
  getUser: { user: { summary: 'A user', response: ada } },
  replaceUser: {
    user: { summary: 'Another name', request: rename, response: { ...ada, ...rename } },
    'email-taken': { ...taken, request: { ...writable(ada), email: grace.email } },
  },
  updateUser: {
    name: { summary: 'Another name', request: { name: rename.name }, response: { ...ada, ...rename } },
    'email-taken': { ...taken, request: { email: grace.email } },
  },
  removeUser: { user: { summary: 'The deleted user, if preferred', response: grace } },
  listPosts: { posts: { summary: 'A page of posts', response: [notice, note] } },
  createPost: {
    'without-author': {
      summary: 'Only the required members',
      request: { title: notice.title },
      response: resource('01a1f3ad-8e00-7000-8000-00000000000d', writable(notice)),
    },
    post: {
      summary: 'A post of a user',
      request: writable(note),
      response: resource('01a1f3ad-8e00-7000-8000-00000000000c', writable(note)),
    },
    'unknown-user': { ...unknown, request: { ...writable(note), userId: missingId } },
  },
  getPost: { post: { summary: 'A post', response: note } },
  replacePost: {
    post: { summary: 'Another title', request: retitle, response: { ...note, ...retitle } },
    'without-author': {
      summary: 'A member that is left out gets its default',
      request: { title: notice.title },
      response: resource(note.id, withoutAuthor),
    },
    'unknown-user': { ...unknown, request: { ...writable(note), userId: missingId } },
  },
  updatePost: {
    title: { summary: 'Another title', request: { title: retitle.title }, response: { ...note, ...retitle } },
    'without-author': {
      summary: 'The author is removed',
      request: { userId: null },
      response: resource(note.id, { title: note.title, content: note.content }),
    },
    'unknown-user': { ...unknown, request: { userId: missingId } },
  },
  removePost: { post: { summary: 'The deleted post, if preferred', response: note } },
  // No examples, because these responses show no resource.
  listRoutes: {},
  getDescription: {},
  getReference: {},
};
