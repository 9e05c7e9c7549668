import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { plan } from '../functions/plan';
import { addRoute } from './support/project/added-route';
import { bin, checks, createProject, isChanged, testUnchanged } from './support/project/project';
import { readText } from './support/sources';

/*
 * Checks and tests pass for a copy of the project that changes as functions/MAKE-IT-YOURS.md says: with another name, with
 * another resource, which `npm run resource` writes, with one that is private, with another route of posts, and with collections
 * that have grown ("Growing" in lib/deploy/README.md): one generation has begun, and one has not.
 */

const project = createProject();
const { folder, edit, run, commit, addResource, copyWithComments, runSuites } = project;
let added = '';
let editedForRoute: readonly string[] = [];

const generations = `[
    { from: '2026-01-01T00:00Z', shards: 4 },
    { from: '2999-01-01T00:00Z', shards: 8 },
  ]`;

beforeAll(() => {
  if (isChanged) return;
  copyWithComments();
  edit('package.json', '"name": "users-and-posts"', '"name": "letters"');
  const diff = ['diff', '--unified=0', 'HEAD', '--', 'functions/*.ts'];
  added = execFileSync('git', diff, { cwd: folder, encoding: 'utf8' });
  commit();
  addResource(
    'letters label:text@unique text:text then:integer?@indexed mood:calm|cross=calm@indexed --of users? --expand name --private',
  );
  editedForRoute = addRoute(project);
  for (const collection of ['COMMENT', ...Object.keys(plan)])
    edit('functions/plan.ts', `  ${collection}: []`, `  ${collection}: ${generations}`);
});

testUnchanged('a third resource takes at most 12 lines outside its folder, in files that its page names', () => {
  const [more = [], fewer = []] = [/^\+[^+]/gm, /^-[^-]/gm].map((sign) => added.match(sign) ?? []);
  expect(more.length - fewer.length).toBeLessThanOrEqual(12);
  const [, section = ''] = readText('functions/MAKE-IT-YOURS.md').split('## Add a resource');
  for (const [, file] of added.matchAll(/^\+\+\+ b\/(functions\/.*\.ts)$/gm)) expect(section).toContain(`\`${file}\``);
});

testUnchanged.each([
  ['comments text:text', 'There is a folder functions/comments; choose another noun, or delete the folder'],
  ['docs text:text --path /docs', 'There is a route of /docs; choose another path'],
  ['notes text:text', 'The working tree has changes; commit them first, so that you can take this step back'],
  ['comments --remove', 'The working tree has changes; commit them first, so that you can take this step back'],
  ['comments text:text --remove', '--remove takes the plural of a resource, and nothing else'],
  ['notes --remove', 'The resource is "notes"; allowed with --remove: users, posts, comments, letters'],
  ['posts --remove', 'The resource has children; remove them first: comments'],
])('npm run resource -- %s is refused: %s', (line, reason) => {
  expect(() => addResource(line)).toThrow(reason);
});

testUnchanged('the page names every file that is edited for another route', () => {
  const [, section = ''] = readText('functions/MAKE-IT-YOURS.md').split('## Add a route');
  for (const file of editedForRoute) expect(section.split('\n## ', 1).join()).toContain(`\`${file}\``);
});

testUnchanged.each([...checks, ['synthesis', [bin('aws-cdk/bin/cdk'), 'synth', '--quiet']] as const])(
  'the %s of a changed project passes',
  (_, command) => {
    run(...command);
  },
);

testUnchanged('the compiler refuses a route name of another resource, and a collection without a plan', () => {
  const mistakes = [
    ['functions/comments/routes.ts', 'getComment', 'getPost'],
    ['functions/comments/store.ts', "'COMMENT'", "'REMARK'"],
  ] as const;
  const before = mistakes.map(([file, from, to]) => [file, edit(file, from, to)] as const);
  const command = [bin('typescript/bin/tsc'), '-p', 'tsconfig.lean.json'];
  const { stdout } = spawnSync(process.execPath, command, { cwd: folder, encoding: 'utf8' });
  for (const [file, text] of before) writeFileSync(join(folder, file), text);
  expect(stdout).toContain("member named 'getPost'");
  expect(stdout).toContain('Type \'"REMARK"\'');
});

/** Suites that read the resources, the routes or the plan. */
const suites = [
  'test/architecture',
  'test/contract/authentication',
  'test/functions/(?!kit/(dynamodb|http|lambda))',
  'test/lib/(build/bundle|cost)',
  'test/lib/deploy/(guard|shard-plan)',
  'test/lib/docs/readme',
  'test/lib/stack/(api|grants|table)',
  'test/lib/transfer',
  'test/torture/explore/resource-scenario',
  'test/torture/fuzz/check-fuzz',
];

testUnchanged.each([
  ['tests', suites, {}],
  // Leaves out the suites on bodies, compression, browsers and tokens, which neither a resource nor the client changes.
  [
    'contract, with the official client in its functions,',
    ['test/contract/(?!4-body|5-|7-|authentication|tokens)'],
    { CLIENT: 'sdk' },
  ],
] as const)('the %s of a changed project pass', (_, paths, environment) => {
  const results = runSuites(paths, environment);
  expect(results.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName)).toEqual([]);
  expect(results.filter(({ fullName }) => /comment/i.test(fullName)).length).toBeGreaterThan(50);
});
