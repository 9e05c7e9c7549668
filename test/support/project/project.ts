import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../../lib/root';
import { temporaryFolder } from '../folder';

/** Returns the path of a program in node_modules. */
export const bin = (name: string) => join(root, 'node_modules', name);

/** Lists the files of the project in a folder, those that git does not know yet included. */
export const filesOf = (folder: string) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', folder], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter(Boolean);

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
  const copy = () => {
    for (const file of filesOf('.').filter((name) => !name.startsWith('test/fixtures/'))) {
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
  /** Runs suites of the copy, and returns the name and the status of each test. */
  const runSuites = (suites: readonly string[], environment: NodeJS.ProcessEnv = {}) => {
    const report = join(folder, 'report.json');
    // Without the option, Jest leaves out the tests of the torture, as `npm test` does.
    const options = ['--maxWorkers=1', '--testPathIgnorePatterns', '/node_modules/', '--json', '--outputFile', report];
    try {
      runWith(
        environment,
        '--max-semi-space-size=64',
        bin('jest/bin/jest.js'),
        '--rootDir',
        folder,
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
  return { folder, copy, edit, run, runSuites };
};

/** Commands of `npm run check`, as rows: a name and the command. The compiler's threads would do some work twice. */
export const checks = [
  ['types', [bin('typescript/bin/tsc'), '--singleThreaded']],
  ['types of the bundles', [bin('typescript/bin/tsc'), '--singleThreaded', '-p', 'tsconfig.lean.json']],
  ['lint and format', [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', 'functions']],
  ['rules of the house', ['--require', './lib/build/typescript.cjs', 'test/house-rules.ts']],
] as const;
