import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pluralIn, versionIn } from '../../../functions/kit/model/relation';
import { resources } from '../../../functions/resources';
import { root } from '../../../lib/root';
import { listFiles } from '../../../lib/scaffold/edits';
import { temporaryFolder } from '../folder';

/** Returns the path of a program in node_modules. */
export const bin = (name: string) => join(root, 'node_modules', name);

type Report = {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
};

/** A folder for a copy of the project, and functions that change the copy and run its programs. */
export const createProject = () => {
  const folder = temporaryFolder();
  const git = (...words: string[]) => execFileSync('git', words, { cwd: folder, encoding: 'utf8' });
  /** Copies the files of the project, those that git does not know yet included. */
  const copy = () => {
    for (const file of listFiles('--cached', '--others')) cpSync(join(root, file), join(folder, file));
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
  const spawn = (command: readonly string[]) => spawnSync(process.execPath, command, { cwd: folder, encoding: 'utf8' });
  const run = (...command: string[]) => {
    const { status, stdout, stderr } = spawn(command);
    if (status !== 0) throw new Error(`${command.join(' ')} exits ${status}:\n${stdout}${stderr}`);
  };
  /** Runs what `npm run fix` does with the resources. */
  const fix = () => {
    run(bin('@biomejs/biome/bin/biome'), 'check', '--write', 'functions');
    run('--require', './lib/build/typescript.cjs', 'bin/readme.ts');
  };
  /** Commits what has changed in the copy, if anything has. */
  const commit = () => {
    git('init', '--quiet');
    git('add', '--all');
    git('-c', 'user.name=test', '-c', 'user.email=test@example.com', 'commit', '-q', '-m', 'copy', '--allow-empty');
  };
  /** Runs `npm run resource` in the copy, with these words. */
  const runResource = (words: string) =>
    run('--require', './lib/build/typescript.cjs', 'bin/resource.ts', ...words.split(' '));
  /** Does the same after a commit, because the command refuses a tree with changes. */
  const addResource = (words: string) => {
    commit();
    runResource(words);
  };
  const addRoute = (words: string) => {
    commit();
    run('--require', './lib/build/typescript.cjs', 'bin/route.ts', ...words.split(' '));
  };
  /** Removes all resources from the copy, the later versions and the children first. */
  const removeResources = () => {
    for (const { path } of resources.toReversed())
      addResource(`${pluralIn(path)} --version ${versionIn(path)} --remove`);
  };
  /** Runs suites of the copy in one process, and returns the name and the status of each test. */
  const runSuites = async (suites: readonly string[], environment: NodeJS.ProcessEnv = {}) => {
    const report = join(temporaryFolder(), 'report.json');
    const runner = ['--max-semi-space-size=64', bin('jest/bin/jest.js'), '--config', join(folder, 'jest.config.cjs')];
    const options = ['--runInBand', '--json', '--outputFile', report, '--testPathPatterns', ...suites];
    const settings = { cwd: folder, env: { ...process.env, ...environment }, maxBuffer: Number.POSITIVE_INFINITY };
    const output = await new Promise<string>((resolve) => {
      execFile(process.execPath, [...runner, ...options], settings, (_, ...texts) => resolve(texts.join('')));
    });
    // The report tells which test has failed.
    if (!existsSync(report)) throw new Error(output);
    const { testResults }: Report = JSON.parse(readFileSync(report, 'utf8'));
    // Without this, a suite that has moved would pass unnoticed.
    expect(suites.filter((suite) => !testResults.some(({ name }) => new RegExp(suite).test(name)))).toEqual([]);
    return testResults.flatMap(({ assertionResults, message }) =>
      assertionResults.length === 0 ? [{ status: 'failed', fullName: message, failureMessages: [] }] : assertionResults,
    );
  };
  return { folder, git, copy, edit, spawn, run, fix, runResource, addResource, addRoute, removeResources, runSuites };
};

/** Commands of `npm run check`, as rows: a name and the command. The compiler's threads would do some work twice. */
export const checks = [
  ['types', [bin('typescript/bin/tsc'), '--singleThreaded']],
  ['types of the bundles', [bin('typescript/bin/tsc'), '--singleThreaded', '-p', 'tsconfig.lean.json']],
  ['lint and format', [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', 'functions']],
  ['declarations', ['--require', './lib/build/typescript.cjs', 'bin/check.ts']],
] as const;
