import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { plan } from '../../../functions/plan';
import { resources } from '../../../functions/resources';
import { root } from '../../../lib/root';
import { temporaryFolder } from '../folder';

/** Returns the path of a program in node_modules. */
export const bin = (name: string) => join(root, 'node_modules', name);

/** True if this checkout has other resources, versions or another plan. The edits of the tests do not fit it. */
export const isChanged = resources.length !== 2 || !isDeepStrictEqual(plan, { POST: [], USER: [] });
export const testUnchanged = isChanged ? test.skip : test;

type Report = {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
};

/** A folder for a copy of the project, and functions that change the copy and run its programs. */
export const createProject = () => {
  const folder = temporaryFolder();
  const git = (cwd: string, ...words: string[]) => execFileSync('git', words, { cwd, encoding: 'utf8' });
  /** Copies the files of the project, those that git does not know yet included. */
  const copy = () => {
    const files = git(root, 'ls-files', '--cached', '--others', '--exclude-standard').split('\n').filter(Boolean);
    for (const file of files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      cpSync(join(root, file), join(folder, file));
    }
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  };
  /** Replaces a text that a file has once. Returns the text before. */
  const edit = (file: string, from: string, to: string) => {
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    if (text.split(from).length !== 2) throw new Error(`${file} no longer has "${from}" once; change the edits.`);
    writeFileSync(path, text.replace(from, to));
    return text;
  };
  const runWith = (environment: NodeJS.ProcessEnv, ...command: string[]) => {
    const env = { ...process.env, ...environment };
    const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: folder, env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${command.join(' ')} exits ${status}:\n${stdout}${stderr}`);
  };
  const run = (...command: string[]) => runWith({}, ...command);
  /** Commits the copy, because `npm run resource` refuses a tree with changes. */
  const commit = () => {
    git(folder, 'init', '--quiet');
    git(folder, 'add', '--all');
    git(folder, '-c', 'user.name=test', '-c', 'user.email=test@example.com', 'commit', '--quiet', '--message', 'copy');
  };
  /** Runs `npm run resource` in the copy, with these words. */
  const addResource = (words: string) =>
    run('--require', './lib/build/typescript.cjs', 'bin/resource.ts', ...words.split(' '));
  /** Runs suites of the copy, and returns the name and the status of each test. */
  const runSuites = (suites: readonly string[], environment: NodeJS.ProcessEnv = {}, config = 'jest.config.cjs') => {
    const report = join(folder, 'report.json');
    const options = ['--maxWorkers=1', '--json', '--outputFile', report];
    try {
      runWith(
        environment,
        '--max-semi-space-size=64',
        bin('jest/bin/jest.js'),
        '--config',
        join(folder, config),
        ...options,
        '--testPathPatterns',
        ...suites,
      );
    } catch (error) {
      // The report tells which test has failed.
      if (!existsSync(report)) throw error;
    }
    const { testResults }: Report = JSON.parse(readFileSync(report, 'utf8'));
    // Without this, a suite that has moved would pass unnoticed.
    expect(suites.filter((suite) => !testResults.some(({ name }) => new RegExp(suite).test(name)))).toEqual([]);
    return testResults.flatMap(({ assertionResults, message }) =>
      assertionResults.length === 0 ? [{ status: 'failed', fullName: message }] : assertionResults,
    );
  };
  return { folder, copy, edit, run, commit, addResource, runSuites };
};

/** Commands of `npm run check`, as rows: a name and the command. The compiler's threads would do some work twice. */
export const checks = [
  ['types', [bin('typescript/bin/tsc'), '--singleThreaded']],
  ['types of the bundles', [bin('typescript/bin/tsc'), '--singleThreaded', '-p', 'tsconfig.lean.json']],
  ['lint and format', [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', 'functions']],
  ['rules of the house', ['--require', './lib/build/typescript.cjs', 'test/house-rules.ts']],
] as const;
