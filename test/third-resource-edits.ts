import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/root';
import type { createProject } from './support/project';

/** Lines that the README asks for outside the new folder: the file, the line before, and the line after the change. */
export const edits: readonly (readonly [file: string, from: string, to: string])[] = [
  [
    'functions/routes.ts',
    "export * from './posts/routes';",
    "export * from './comments/routes';\nexport * from './posts/routes';",
  ],
  ['functions/resources.ts', 'import { nounOf,', "import { comments } from './comments/docs';\nimport { nounOf,"],
  ['functions/resources.ts', '[users, posts]', '[users, posts, comments]'],
  [
    'functions/table/shards.ts',
    'export const plan = {\n',
    'export const plan = {\n  COMMENT: [] as readonly Generation[],\n',
  ],
  [
    'functions/posts/model.ts',
    'import { type Field,',
    "import { topic } from '../comments/model';\nimport { type Field,",
  ],
  ['functions/posts/model.ts', "  path: '/posts',\n", "  path: '/posts',\n  children: topic,\n"],
  ['functions/posts/routes.ts', 'import { Post,', "import { DeletionQuery } from '../model/relation';\nimport { Post,"],
  [
    'functions/posts/routes.ts',
    "'DELETE /posts/{id}',\n",
    "'DELETE /posts/{id}',\n  query: DeletionQuery,\n  indexes: ['byPost'],\n",
  ],
  [
    'functions/posts/remove.ts',
    'import { handleDelete }',
    "import { topic as children } from '../comments/model';\nimport { handleDelete }",
  ],
  [
    'functions/posts/remove.ts',
    "import { remove } from '../table/remove';",
    "import { removeParent } from '../table/remove';",
  ],
  ['functions/posts/remove.ts', 'remove(posts, request)', 'removeParent(posts, children, request)'],
];

/** Adds comments, which belong to posts, to a new copy of the project, as "Add a resource" in the README says. */
export const copyWithComments = ({ folder, copy, edit }: ReturnType<typeof createProject>) => {
  copy();
  cpSync(join(root, 'test/fixtures/comments'), join(folder, 'functions/comments'), { recursive: true });
  for (const [file, from, to] of edits) edit(file, from, to);
};
