import { execFileSync } from 'node:child_process';
import { bin, checks, createProject, isChanged, testUnchanged } from './support/project/project';

/*
 * Checks and tests pass for a copy of the project with products and orders, two kinds of children of users, instead of posts,
 * and checks pass for a copy without a resource.
 */

const { folder, copy, run, commit, addResource, runSuites } = createProject();
const empty = createProject();

beforeAll(() => {
  if (isChanged) return;
  copy();
  commit();
  for (const words of [
    'posts --remove',
    'products name:text price:integer active:boolean tags:list --of users',
    'orders note:text? --of users',
    'notes text:text mood:calm|cross@indexed --of orders --expand note',
  ]) {
    addResource(words);
    commit();
  }
  addResource('notes --remove');
  empty.copy();
  for (const plural of ['posts', 'users']) {
    empty.commit();
    empty.addResource(`${plural} --remove`);
  }
});

testUnchanged('a resource that is removed leaves no trace', () => {
  expect(execFileSync('git', ['diff', 'HEAD~1'], { cwd: folder, encoding: 'utf8' })).toBe('');
});

testUnchanged.each(checks)('the %s of a project without posts pass', (_, command) => {
  run(...command);
});

testUnchanged.each([...checks.slice(1), ['synthesis', [bin('aws-cdk/bin/cdk'), 'synth', '--quiet']] as const])(
  'the %s of a project without a resource pass',
  (_, command) => {
    empty.run(...command);
  },
);

testUnchanged('the tests of a project without posts pass, but for those of posts', () => {
  const ofPosts = ['contract', 'lib/verify', 'lib/docs', 'torture', 'bench', 'clients'];
  // Leaves out folders that changed-project.program.test.ts tests, and folders that no resource changes.
  const without = [
    ...ofPosts,
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
