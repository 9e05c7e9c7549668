import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../../lib/root';
import { temporaryFolder } from '../../support/folder';
import { commitAll, git } from '../../support/git';
import { mergeCommandsOf, runLines } from '../../support/project/merge';
import { readText } from '../../support/sources';

const page = readText('functions/MAKE-IT-YOURS.md');
const { merge, end } = mergeCommandsOf(page);

const [upstream, project] = [temporaryFolder(), temporaryFolder()];
const write = (folder: string, file: string, text: string) => {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
};
const edit = (folder: string, file: string, from: RegExp, to: string) =>
  writeFileSync(join(folder, file), readFileSync(join(folder, file), 'utf8').replace(from, to));
/** Runs commands in the project. Without the files of the service, nothing is installed, and no script runs. */
const run = (commands: string) => runLines(project, commands, 'ci | run');
const readJson = (file: string) => JSON.parse(readFileSync(join(project, file), 'utf8'));

const packages = ['package.json', 'package-lock.json'];
const { packages: locked } = JSON.parse(readText('package-lock.json'));
const { version } = locked['node_modules/semver'];

test('a release merges into a project with a name and a dependency of its own, by the commands of the page', () => {
  for (const file of packages) copyFileSync(join(root, file), join(upstream, file));
  write(upstream, 'functions/kit/one.ts', '1\n');
  write(upstream, 'README.md', '1\n');
  write(upstream, 'functions/posts/model.ts', '1\n');
  git(upstream, 'init', '--quiet');
  commitAll(upstream);
  git(project, 'clone', '--quiet', '--no-tags', upstream, '.');
  // The release has another version, and other versions of each package.
  for (const file of packages) {
    edit(upstream, file, /^( +"version": )"\d+\.\d+\.\d+"/m, '$1"9.9.9"');
    edit(upstream, file, /(?<=^(?: {4}| {8})"@?[\w./-]+": ")(?=\d+\.\d+\.\d+",?$)/gm, '^');
  }
  edit(upstream, 'package-lock.json', /(?<="packages": \{\s+"": \{\s+"name": .+\s+"version": )"[^"]+"/, '"9.9.9"');
  write(upstream, 'functions/kit/one.ts', '2\n');
  write(upstream, 'functions/posts/model.ts', '2\n');
  commitAll(upstream);
  const setup = `${/^npm pkg set .+'/m.exec(page)?.[0]} dependencies.semver=${version} && npm install --package-lock-only`;
  expect(run(`git rm -rq functions/posts && ${setup}`)).toMatchObject({ status: 0 });
  commitAll(project);

  const fetched = run(merge.replace(/<.+>/, upstream));
  expect(fetched).toMatchObject({ status: 1, stdout: expect.not.stringContaining(' | ') });
  expect(git(project, 'diff', '--name-only', '--diff-filter=U').split('\n').filter(Boolean)).toEqual([
    'functions/posts/model.ts',
    'package-lock.json',
  ]);
  expect(run(`set -e; ${end.replaceAll('NAME', 'posts')}`)).toMatchObject({ status: 0 });
  expect(git(project, 'status', '--short')).toBe('');
  expect(git(project, 'ls-files').split('\n')).toEqual(['README.md', 'functions/kit/one.ts', ...packages.toReversed()]);
  const own = { name: 'shop', version: '9.9.9', dependencies: { semver: version } };
  expect(readJson('package.json')).toMatchObject({ ...own, description: 'A shop' });
  const { packages: merged } = readJson('package-lock.json');
  expect(merged['']).toMatchObject(own);
  expect(Object.keys(merged)).toEqual(Object.keys(locked));
});
