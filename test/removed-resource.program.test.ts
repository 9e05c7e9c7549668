import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { checks, createProject, isChanged, testUnchanged } from './support/project/project';
import { readText } from './support/sources';

/*
 * Checks and tests pass for a copy of the project with products and orders, two kinds of children of users, instead of posts. It is made as "Remove a resource" and
 * "Add a resource" in functions/MAKE-IT-YOURS.md say.
 */

const { folder, copy, edit, run, commit, addResource, runSuites } = createProject();
const [, section = ''] = readText('functions/MAKE-IT-YOURS.md').split('## Remove a resource');
const [steps = '', lastStep = ''] = section.split('\n4. ');
/** Folders whose tests use posts, as the last step names them. */
const failing = [...lastStep.matchAll(/`test\/([\w/]+)\/`/g)].map(([, name]) => name);

/** Edits of files: the file, a text that it has once, and the text that takes its place. */
const edits = [
  ['functions/routes.ts', "export * from './posts/routes';\n", ''],
  ['functions/resources.ts', "import { postsDocs } from './posts/docs';\n", ''],
  ['functions/resources.ts', '[usersDocs, postsDocs]', '[usersDocs]'],
  ['functions/plan.ts', '  POST: [] as readonly Generation[],\n', ''],
  ['functions/users/remove.ts', "import { authorship } from '../posts/model';\n", ''],
  ['functions/users/remove.ts', "{ removeParent } from '../kit/table/remove'", "{ remove } from '../kit/table/remove'"],
  ['functions/users/remove.ts', 'removeParent(users, [authorship], request)', 'remove(users, request)'],
  ['functions/users/routes.ts', "import { DeletionQuery } from '../kit/model/relation';\n", ''],
  ['functions/users/routes.ts', '  query: DeletionQuery,\n', ''],
  ['functions/users/routes.ts', "  indexes: ['byUser'],\n", ''],
] as const;

beforeAll(() => {
  if (isChanged) return;
  copy();
  for (const name of ['functions', 'test/functions']) rmSync(join(folder, name, 'posts'), { recursive: true });
  for (const [file, from, to] of edits) edit(file, from, to);
  commit();
  addResource('products name:text price:integer active:boolean tags:list --of users');
  commit();
  addResource('orders note:text? --of users');
});

testUnchanged('the page names every file that is edited to remove posts', () => {
  for (const [file] of edits) expect(steps).toContain(`\`${file}\``);
});

testUnchanged.each(checks)('the %s of a project without posts pass', (_, command) => {
  run(...command);
});

testUnchanged('the tests of a project without posts pass, but for the folders that the page names', () => {
  // Leaves out folders that changed-project.program.test.ts tests, and folders that no resource changes.
  const without = [
    ...failing,
    'functions/kit/(dynamodb|http|lambda|table)',
    'lib/(build|cost|deploy|local|stack|transfer)',
  ];
  const others = `/test/(?!(${without.join('|')})/).+(?<!program)\\.test\\.ts$`;
  const results = runSuites([others]);
  expect(results.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName)).toEqual([]);
  expect(results.length).toBeGreaterThan(250);
  for (const noun of [/product/i, /order/i])
    expect(results.filter(({ fullName }) => noun.test(fullName)).length).toBeGreaterThan(10);
});
