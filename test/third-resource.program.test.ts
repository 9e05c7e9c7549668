import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resources } from '../functions/resources';
import { root } from '../lib/root';
import { bin, checks, createProject, filesOf } from './support/project';
import { copyWithComments, edits } from './third-resource-edits';

/*
 * The checks and the suites that follow from the list of resources pass for a copy of the project with a third one.
 */

const project = createProject();
const { folder, edit, run, runSuites } = project;

beforeAll(() => {
  if (resources.length === 2) copyWithComments(project);
});

const linesIn = (text: string) => text.trimEnd().split('\n');

/** Skips all tests once the project has a third resource itself, because the edits then no longer fit. */
const testThird = resources.length > 2 ? test.skip : test;

testThird(
  'a third resource with fields of every kind takes at most 150 lines in its folder and 12 lines elsewhere',
  () => {
    const own = filesOf('test/fixtures/comments').flatMap((file) => linesIn(readFileSync(join(root, file), 'utf8')));
    expect(own.length).toBeLessThanOrEqual(150);
    const added = [...new Set(edits.map(([file]) => file))].flatMap((file) => {
      const before = linesIn(readFileSync(join(root, file), 'utf8'));
      return linesIn(readFileSync(join(folder, file), 'utf8')).filter((line) => !before.includes(line));
    });
    expect(added.length).toBeLessThanOrEqual(12);
  },
);

testThird('the README names every file that is edited for a third resource', () => {
  const [, section = ''] = readFileSync(join(root, 'README.md'), 'utf8').split('## Add a resource');
  for (const [file] of edits) expect(section).toContain(`\`${file}\``);
});

testThird.each(checks)('the %s of a third resource pass', (_, command) => {
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
  'test/functions/resources',
  'test/functions/site/openapi',
  'test/lib/build',
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
