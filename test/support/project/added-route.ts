import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { createProject } from './project';

const route = `
export const getAuthor = {
  routeKey: 'GET /posts/{id}/author',
  entry: 'functions/posts/author.ts',
  response: ShownAuthor,
  reads: Post,
  access: 'public',
  actions: ['GetItem'],
} as const satisfies Route;
`;

const handler = `import { notFound } from '../kit/http/problem';
import { handleGet } from '../kit/lambda/handle';
import { get } from '../kit/table/get';
import { ShownAuthor } from './model';
import { getAuthor } from './routes';
import { posts } from './store';

export const handler = handleGet(getAuthor, async ({ id, caller }) => {
  const { userId } = (await get(posts, { id, caller })).body;
  if (userId === undefined) throw notFound('The post has no author.');
  return get({ collection: 'USER', model: ShownAuthor }, { id: userId, caller });
});
`;

const unitTest = `import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { handler } from '../../../functions/posts/author';
import { eventOf, invoke } from '../../support/unit/event';
import { anonymousPost, mockTable } from '../../support/unit/table';

const table = mockTable();

test('GET /posts/{id}/author answers 404 when the post has no author', async () => {
  table.on(GetCommand).resolves({ Item: anonymousPost });
  const { status, body } = await invoke(handler, eventOf(\`GET /posts/\${anonymousPost.sk}/author\`));
  expect([status, body.detail]).toEqual([404, 'The post has no author.']);
});
`;

const texts = `
  others: {
    getAuthor: {
      summary: 'Get the author of a post',
      description: 'A 404 when the post has no author.',
      example: { id: userId, name: 'Ada Lovelace' },
    },
  },`;

/** Edits of files: the file, a text that it has once, and the text that takes its place. */
const edits = [['functions/posts/docs.ts', "  path: '/posts',", `  path: '/posts',${texts}`]] as const;

/** Adds `GET /posts/{id}/author` to a copy of the project, as "Add a route" in functions/MAKE-IT-YOURS.md says. Returns the files that it edits. */
export const addRoute = ({ folder, edit }: ReturnType<typeof createProject>) => {
  const before = edit('functions/posts/routes.ts', "'GET /posts/{id}'", "'GET /posts/{id}'");
  writeFileSync(join(folder, 'functions/posts/routes.ts'), `${before}${route}`);
  writeFileSync(join(folder, 'functions/posts/author.ts'), handler);
  writeFileSync(join(folder, 'test/functions/posts/author.test.ts'), unitTest);
  for (const [file, from, to] of edits) edit(file, from, to);
  return ['functions/posts/routes.ts', ...edits.map(([file]) => file)];
};
