import type { Row } from '../../http/row';
import * as routes from '../../routes';
import { examples, type Name } from './examples';

type Prose = { readonly summary: string; readonly description: string };

/** What a person reads of each route; all else is taken from its row. */
export const operations: Record<Name, Prose> = {
  listUsers: {
    summary: 'List users',
    description: 'Newest first, a page at a time; `email` finds the one user who has an address.',
  },
  createUser: { summary: 'Create a user', description: 'No two users have the same e-mail address.' },
  getUser: { summary: 'Get a user', description: 'As of now: never older than an acknowledged write.' },
  replaceUser: {
    summary: 'Replace a user',
    description: 'In full. With `If-None-Match: *` it creates a user under the id in the path.',
  },
  updateUser: { summary: 'Change a user in part', description: 'A JSON Merge Patch (RFC 7396).' },
  removeUser: {
    summary: 'Delete a user',
    description:
      'A user who still has posts stays, unless `force` says to delete these, too. With very many posts that may end in a 503; a repetition goes on.',
  },
  listPosts: {
    summary: 'List posts',
    description: 'Newest first, a page at a time; `userId` asks for the posts of one user.',
  },
  createPost: { summary: 'Create a post', description: 'Of the user whom `userId` names, or of nobody.' },
  getPost: { summary: 'Get a post', description: 'As of now: never older than an acknowledged write.' },
  replacePost: {
    summary: 'Replace a post',
    description:
      'In full: what is left out takes its default. With `If-None-Match: *` it creates a post under the id in the path.',
  },
  updatePost: {
    summary: 'Change a post in part',
    description: 'A JSON Merge Patch (RFC 7396): `null` empties the content, or takes the author away.',
  },
  removePost: { summary: 'Delete a post', description: 'The second time is a 404.' },
  listRoutes: {
    summary: 'List the routes',
    description: 'A browser, which asks for `text/html` first, is sent to `/docs`.',
  },
  getDescription: {
    summary: 'Get this description',
    description: 'OpenAPI 3.1, for tools; it changes with a deployment only.',
  },
  getReference: { summary: 'Get the interactive reference', description: 'One page of HTML, for a browser.' },
};

const rows = new Map(Object.entries<Row>(routes));

/** What is described: each route with its name, in the order in which one reads of them. */
export const named = Object.keys(operations).map((name) => [name, rows.get(name)]) as [Name, Row][];

/** Each collection is a tag; what is about the service itself is another. */
export const tags = [
  { name: 'users', description: 'Who writes posts. An e-mail address belongs to one user at most.' },
  { name: 'posts', description: 'What users write. A post need not have an author.' },
  { name: 'service', description: 'The service about itself.' },
];

export const introduction = `A REST service for users and posts.

**Lists** are JSON arrays. Follow \`Link: <…>; rel="next"\` until there is none: whatever is created or deleted
meanwhile, everything that stays is seen exactly once.

**Concurrency.** Every resource has an \`ETag\`. \`If-Match\` on a write makes it fail with 412 when somebody else was
faster; \`If-None-Match\` on a read answers 304 while nothing has changed.

**Retries.** A POST with an \`Idempotency-Key\` can be sent as often as need be. A 503 leaves open whether the request was
carried out; every other answer is the truth.

**Errors** are \`application/problem+json\` (RFC 9457) with a stable \`code\`, and name all that is wrong at once. What API
Gateway answers by itself is \`application/json\` with a \`message\`.

\`HEAD\` works wherever \`GET\` does, and \`OPTIONS\` names the methods. Another method is a 405 \`method-not-allowed\` with
\`Allow\`, an unknown path a 404 \`not-found\`, a slash at the end of a path a 308 to the path without it.`;

/** `users`, `posts`, or `service` for what is about the service itself. */
export const tagOf = (row: Row) => /\/(users|posts)(\/|$)/.exec(row.routeKey)?.[1] ?? 'service';

/** The name of what a route is about. */
export const resourceOf = (row: Row) => ({ users: 'User', posts: 'Post' })[tagOf(row)] ?? 'Index';

export const examplesOf = (name: Name) => Object.entries(examples[name]);

export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
