import type { Resource } from '../kit/site/openapi/resource';
import { usersDocs } from '../users/docs';
import { PostInput } from './model';
import { posts } from './store';

/** The first user of the examples. */
const userId = usersDocs.examples.stored[0].id;

const note = {
  id: '01a1f3ad-8e00-7000-8000-00000000000a',
  title: 'Note G',
  content: 'The engine weaves algebraical patterns.',
  userId,
};
const notice = { id: '01a1f3ad-8e00-7000-8000-00000000000b', title: 'Maintenance tonight', content: '' };

export const postsDocs = {
  ...posts,
  about: 'Texts with a title. A post need not have an author.',
  input: PostInput,
  prose: {
    create: '`userId` names the author; a post without `userId` has no author.',
    update: 'A JSON Merge Patch (RFC 7396): `null` empties the content, or removes the author.',
  },
  parameters: {
    userId: 'The author of the posts.',
    expand: '`user` adds the id and the name of its author to each post that has one.',
  },
  examples: {
    stored: [note, notice],
    create: { summary: 'A post of a user', request: { title: note.title, content: note.content, userId } },
    replace: { summary: 'Another title', request: { title: 'Note A', content: note.content, userId } },
    update: { summary: 'Another title', request: { title: 'Note A' } },
  },
} satisfies Resource;
