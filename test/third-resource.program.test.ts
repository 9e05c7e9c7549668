import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { resources } from '../functions/resources';
import { root } from '../lib/root';
import { temporaryFolder } from './support/folder';
import { edits } from './third-resource-edits';

/*
 * Adds comments, which belong to posts, to a copy of the project, as "Add a resource" in the README says. The checks and
 * the suites that follow from the list of resources then pass for the copy.
 */

const copy = temporaryFolder();
const run = (...command: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: copy, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command.join(' ')} exits ${status}:\n${stdout}${stderr}`);
};
const bin = (name: string) => join(root, 'node_modules', name);

const filesOf = (folder: string) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', folder], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter(Boolean);

beforeAll(() => {
  if (resources.length > 2) return;
  for (const file of filesOf('.').filter((name) => !name.startsWith('test/fixtures/'))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  cpSync(join(root, 'test/fixtures/comments'), join(copy, 'functions/comments'), { recursive: true });
  for (const [file, from, to] of edits) {
    const path = join(copy, file);
    const text = readFileSync(path, 'utf8');
    if (text.split(from).length !== 2) throw new Error(`${file} no longer has "${from}" once; change the edits.`);
    writeFileSync(path, text.replace(from, to));
  }
});

const linesIn = (text: string) => text.trimEnd().split('\n');

/** Skips all tests once the project has a third resource itself, because the edits then no longer fit. */
const testThird = resources.length > 2 ? test.skip : test;

testThird('a third resource takes at most 130 lines in its folder and 12 lines elsewhere', () => {
  const own = filesOf('test/fixtures/comments').flatMap((file) => linesIn(readFileSync(join(root, file), 'utf8')));
  expect(own.length).toBeLessThanOrEqual(130);
  const added = [...new Set(edits.map(([file]) => file))].flatMap((file) => {
    const before = linesIn(readFileSync(join(root, file), 'utf8'));
    return linesIn(readFileSync(join(copy, file), 'utf8')).filter((line) => !before.includes(line));
  });
  expect(added.length).toBeLessThanOrEqual(12);
});

testThird('the README names every file that is edited for a third resource', () => {
  const [, section = ''] = readFileSync(join(root, 'README.md'), 'utf8').split('## Add a resource');
  for (const [file] of edits) expect(section).toContain(`\`${file}\``);
});

testThird.each([
  ['types', [bin('typescript/bin/tsc')]],
  ['types of the bundles', [bin('typescript/bin/tsc'), '-p', 'tsconfig.lean.json']],
  ['lint and format', [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', 'functions']],
  ['rules of the house', ['--import', 'tsx', 'test/house-rules.ts']],
])('the %s of a third resource pass', (_, command) => {
  run(...command);
});

testThird('the compiler refuses a route name of another resource, and a collection without a plan', () => {
  const mistakes = [
    ['functions/comments/routes.ts', 'getComment', 'getPost'],
    ['functions/comments/store.ts', "'COMMENT'", "'REMARK'"],
  ] as const;
  const before = mistakes.map(([file]) => readFileSync(join(copy, file), 'utf8'));
  for (const [i, [file, from, to]] of mistakes.entries())
    writeFileSync(join(copy, file), before[i]?.replace(from, to) ?? '');
  const { stdout } = spawnSync(process.execPath, [bin('typescript/bin/tsc')], { cwd: copy, encoding: 'utf8' });
  for (const [i, [file]] of mistakes.entries()) writeFileSync(join(copy, file), before[i] ?? '');
  expect(stdout).toContain("member named 'getPost'");
  expect(stdout).toContain('Type \'"REMARK"\'');
});

/** Suites whose rows follow from the resources or from the route table. */
const suites = [
  'test/architecture',
  'test/contract/(every-|permissions|authentication)',
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
    const report = join(copy, 'report.json');
    // Without the option, Jest leaves out the tests of the torture, as `npm test` does.
    const options = ['--rootDir', copy, '--testPathIgnorePatterns', '/node_modules/', '--json', '--outputFile', report];
    try {
      run(bin('jest/bin/jest.js'), ...options, '--testPathPatterns', ...suites);
    } catch (error) {
      // The report tells which test has failed.
      if (!existsSync(report)) throw error;
    }
    const { testResults }: Report = JSON.parse(readFileSync(report, 'utf8'));
    // Without this, a suite that has moved would pass unnoticed.
    expect(suites.filter((suite) => !testResults.some(({ name }) => new RegExp(suite).test(name)))).toEqual([]);
    const results = testResults.flatMap(({ assertionResults, message }) => [
      ...(assertionResults.length === 0 ? [{ status: 'failed', fullName: message }] : assertionResults),
    ]);
    expect(results.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName)).toEqual([]);
    expect(results.filter(({ fullName }) => /comment/i.test(fullName)).length).toBeGreaterThan(50);
  },
);

type Report = {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
};
