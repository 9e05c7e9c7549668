import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resources } from '../functions/resources';
import { root } from '../lib/root';
import { addRoute } from './support/project/added-route';
import { bin, checks, createProject } from './support/project/project';
import { copyWithComments, testThird } from './support/project/third-resource';

/*
 * The checks and the suites that follow from the list of resources pass for a copy of the project with a third one, which
 * `npm run resource` writes, and with another route of posts, which follows the README.
 */

const project = createProject();
const { folder, edit, run, runSuites } = project;
let added = '';

let editedForRoute: readonly string[] = [];

beforeAll(() => {
  if (resources.length > 2) return;
  added = copyWithComments(project).git('diff', '--unified=0', 'HEAD', '--', 'functions/*.ts');
  editedForRoute = addRoute(project);
  run('--import', 'tsx', 'bin/readme.ts');
});

testThird('a third resource takes at most 12 lines outside its folder, in files that the README names', () => {
  const [more = [], fewer = []] = [/^\+[^+]/gm, /^-[^-]/gm].map((sign) => added.match(sign) ?? []);
  expect(more.length - fewer.length).toBeLessThanOrEqual(12);
  const [, section = ''] = readFileSync(join(root, 'README.md'), 'utf8').split('## Add a resource');
  for (const [, file] of added.matchAll(/^\+\+\+ b\/(functions\/.*\.ts)$/gm)) expect(section).toContain(`\`${file}\``);
});

testThird('the README names every file that is edited for another route', () => {
  const [, section = ''] = readFileSync(join(root, 'README.md'), 'utf8').split('## Add a route');
  for (const file of editedForRoute) expect(section.split('\n## ', 1).join()).toContain(`\`${file}\``);
});

testThird.each(checks)('the %s of a third resource and another route pass', (_, command) => {
  run(...command);
});

testThird('the compiler refuses a route name of another resource, and a collection without a plan', () => {
  const mistakes = [
    ['functions/comments/routes.ts', 'getComment', 'getPost'],
    ['functions/comments/store.ts', "'COMMENT'", "'REMARK'"],
  ] as const;
  const before = mistakes.map(([file, from, to]) => [file, edit(file, from, to)] as const);
  const { stdout } = spawnSync(process.execPath, [bin('typescript/bin/tsc')], { cwd: folder, encoding: 'utf8' });
  for (const [file, text] of before) writeFileSync(join(folder, file), text);
  expect(stdout).toContain("member named 'getPost'");
  expect(stdout).toContain('Type \'"REMARK"\'');
});

/** Suites whose rows follow from the resources or from the route table. */
const suites = [
  'test/architecture',
  'test/contract/(every-|promises|fields/|permissions|authentication)',
  'test/functions/(resources|posts)',
  'test/functions/site/openapi',
  'test/lib/build',
  'test/lib/cost',
  'test/lib/docs/readme',
  'test/lib/stack/(api|grants|table)',
  'test/lib/transfer/every-resource',
  'test/torture/explore/resource-scenario',
  'test/torture/fuzz/check-fuzz',
];

testThird(
  'the suites that follow from the resources pass for a third one, synthesized and on the local service',
  () => {
    const results = runSuites(suites);
    expect(results.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName)).toEqual([]);
    expect(results.filter(({ fullName }) => /comment/i.test(fullName)).length).toBeGreaterThan(50);
  },
);
