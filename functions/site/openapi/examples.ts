import { createdAtOf } from '../../model/id';
import type * as routes from '../../routes';

/** Every route but the one that takes what no other does. */
export type Name = Exclude<keyof typeof routes, 'fallback'>;

/** A request body with what it is answered, or an answer alone; where a problem comes of it, its name is the code. */
export type Example = { readonly summary: string; readonly asks?: unknown; readonly answers?: unknown };

const resource = <T extends object>(id: string, members: T) => ({
  id,
  ...members,
  createdAt: createdAtOf(id),
  updatedAt: createdAtOf(id),
});

const writable = <T extends { id: string; createdAt: string; updatedAt: string }>(item: T) => {
  const { id: _, createdAt: __, updatedAt: ___, ...members } = item;
  return members;
};

/** Two users and two posts, of one of them and of nobody. */
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

const nobody = '01890000-0000-7000-8000-000000000000';

const taken = { summary: 'An address that another user has' };
const unknown = { summary: 'An author who is not there' };

const rename = { ...writable(ada), name: 'Ada King' };
const retitle = { ...writable(note), title: 'Note A' };
const anonymous = { title: notice.title, content: notice.content };

/** What each route is asked and answers, over the four resources above; a test sends every one of these. */
export const examples: Record<Name, Record<string, Example>> = {
  listUsers: { users: { summary: 'A page of users', answers: [grace, ada] } },
  createUser: {
    user: {
      summary: 'A user',
      asks: { name: 'Alan Turing', email: 'alan@turing.example' },
      answers: resource('01a1f3ad-8e00-7000-8000-000000000003', { name: 'Alan Turing', email: 'alan@turing.example' }),
    },
    'email-taken': { ...taken, asks: writable(ada) },
  },
  getUser: { user: { summary: 'A user', answers: ada } },
  replaceUser: {
    user: { summary: 'Another name', asks: rename, answers: { ...ada, ...rename } },
    'email-taken': { ...taken, asks: { ...writable(ada), email: grace.email } },
  },
  updateUser: {
    name: { summary: 'Another name', asks: { name: rename.name }, answers: { ...ada, ...rename } },
    'email-taken': { ...taken, asks: { email: grace.email } },
  },
  removeUser: { user: { summary: 'What was deleted, if preferred', answers: grace } },
  listPosts: { posts: { summary: 'A page of posts', answers: [notice, note] } },
  createPost: {
    'without-author': {
      summary: 'The least that a post needs',
      asks: { title: notice.title },
      answers: resource('01a1f3ad-8e00-7000-8000-00000000000d', writable(notice)),
    },
    post: {
      summary: 'A post of a user',
      asks: writable(note),
      answers: resource('01a1f3ad-8e00-7000-8000-00000000000c', writable(note)),
    },
    'unknown-user': { ...unknown, asks: { ...writable(note), userId: nobody } },
  },
  getPost: { post: { summary: 'A post', answers: note } },
  replacePost: {
    post: { summary: 'Another title', asks: retitle, answers: { ...note, ...retitle } },
    'without-author': {
      summary: 'What is left out takes its default',
      asks: { title: notice.title },
      answers: resource(note.id, anonymous),
    },
    'unknown-user': { ...unknown, asks: { ...writable(note), userId: nobody } },
  },
  updatePost: {
    title: { summary: 'Another title', asks: { title: retitle.title }, answers: { ...note, ...retitle } },
    'without-author': {
      summary: 'No author any more',
      asks: { userId: null },
      answers: resource(note.id, { title: note.title, content: note.content }),
    },
    'unknown-user': { ...unknown, asks: { userId: nobody } },
  },
  removePost: { post: { summary: 'What was deleted, if preferred', answers: note } },
  // What these answer is not over the four.
  listRoutes: {},
  getDescription: {},
  getReference: {},
};
