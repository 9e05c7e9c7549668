import type { Row } from '../../http/row';
import * as routes from '../../routes';
import { examples, type OperationId } from './examples';

type Prose = { readonly summary: string; readonly description: string };

/** Texts about each route. All other facts in the document come from the row. */
export const operations: Record<OperationId, Prose> = {
  listUsers: {
    summary: 'List users',
    description: 'Newest first, a page at a time; `email` finds the user with this address.',
  },
  createUser: { summary: 'Create a user', description: 'No two users have the same e-mail address.' },
  getUser: { summary: 'Get a user', description: 'The response is never older than an acknowledged write.' },
  replaceUser: {
    summary: 'Replace a user',
    description: 'Replaces all members. With `If-None-Match: *` it creates a user under the id in the path.',
  },
  updateUser: { summary: 'Change a user in part', description: 'A JSON Merge Patch (RFC 7396).' },
  removeUser: {
    summary: 'Delete a user',
    description:
      'A user who still has posts is not deleted, unless `force` deletes the posts, too. With very many posts that may end in a 503; repeat the request to continue.',
  },
  listPosts: {
    summary: 'List posts',
    description: 'Newest first, a page at a time; `userId` finds the posts of one user.',
  },
  createPost: {
    summary: 'Create a post',
    description: '`userId` names the author; a post without `userId` has no author.',
  },
  getPost: { summary: 'Get a post', description: 'The response is never older than an acknowledged write.' },
  replacePost: {
    summary: 'Replace a post',
    description:
      'Replaces all members: a member that is left out gets its default. With `If-None-Match: *` it creates a post under the id in the path.',
  },
  updatePost: {
    summary: 'Change a post in part',
    description: 'A JSON Merge Patch (RFC 7396): `null` empties the content, or removes the author.',
  },
  removePost: { summary: 'Delete a post', description: 'A second deletion is a 404.' },
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

/** Rows with their names, in the order of the document. */
export const namedRows = Object.keys(operations).map((name) => [name, rows.get(name)]) as [OperationId, Row][];

/** Tags: one for each collection, and one for the routes about the service itself. */
export const tags = [
  { name: 'users', description: 'The authors of posts. An e-mail address belongs to one user at most.' },
  { name: 'posts', description: 'Texts with a title. A post need not have an author.' },
  { name: 'service', description: 'Information about the service itself.' },
];

export const introduction = `A REST service for users and posts.

**Lists** are JSON arrays. Follow \`Link: <…>; rel="next"\` until there is none. You see every resource that
exists all the time exactly once, whatever is created or deleted meanwhile.

**Concurrency.** Every resource has an \`ETag\`. A write with \`If-Match\` fails with 412 when another client
was faster. A read with \`If-None-Match\` is a 304 while nothing has changed.

**Retries.** A POST with an \`Idempotency-Key\` can be sent as often as you need. After a 503 the request may or may not
have been carried out; every other response tells what happened.

**Errors** are \`application/problem+json\` (RFC 9457) with a stable \`code\`, and list all faults of the headers, the
query and the body. Responses that API Gateway makes itself are \`application/json\` with a \`message\`.

\`HEAD\` works wherever \`GET\` does, and \`OPTIONS\` names the methods. Another method is a 405 \`method-not-allowed\` with
\`Allow\`, an unknown path a 404 \`not-found\`, a slash at the end of a path a 308 to the path without it.`;

/** Returns the tag of a route: `users`, `posts` or `service`. */
export const tagOf = (row: Row) => /\/(users|posts)(\/|$)/.exec(row.routeKey)?.[1] ?? 'service';

/** Returns the name of the schema of the resource. */
export const resourceOf = (row: Row) => ({ users: 'User', posts: 'Post' })[tagOf(row)] ?? 'Index';

export const examplesOf = (name: OperationId) => Object.entries(examples[name]);

export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
