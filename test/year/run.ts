import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineCommand, runCommand } from '../../lib/command';
import { isKit } from '../../lib/docs/readme';
import { root } from '../../lib/root';
import { mergeCommandsOf, runLines } from '../support/project/merge';
import { tableOf } from '../support/results';
import { readText } from '../support/sources';
import { makeRelease, releases } from './releases';
import { makeShop } from './shop';

/** Files in which the page announces a conflict, and whose conflict its commands take away. */
const ANNOUNCED = ['README.md', 'package-lock.json'];

/** Runs a line in a folder. Returns its output, and throws if the line fails. */
const runIn = (cwd: string) => (line: string) => {
  const { status, stdout, stderr } = runLines(cwd, line);
  if (status !== 0)
    throw new Error(`${line}\nexits ${status}: ${`${stdout}${stderr}`.split('\n').slice(-60).join('\n')}`);
  return stdout;
};

const linesOf = (text: string) => text.split('\n').filter(Boolean);

const measured = (name: string, task: () => unknown) => {
  const start = performance.now();
  task();
  const text = `${Math.round((performance.now() - start) / 1000)} s`;
  process.stdout.write(`${name}: ${text}\n`);
  return text;
};

/** Clones a repository into a new folder, which uses the packages of this one. */
const clone = (from: string, to: string) => {
  runIn(root)(`git clone --quiet --no-tags '${from}' '${to}' && git -C '${to}' checkout --quiet -B main`);
  symlinkSync(join(root, 'node_modules'), join(to, 'node_modules'));
  // Excludes the link, because `node_modules/` in .gitignore matches a folder only.
  writeFileSync(join(to, '.git', 'info', 'exclude'), 'node_modules\n');
};

/** Runs the tests of a project. Runs those that failed once more, as .ci/run does, because a busy machine pauses for a second. */
const runTests = (cwd: string) => {
  if (runLines(cwd, 'npm test').status === 0) return;
  process.stdout.write('npm test: some failed, and run once more\n');
  runIn(cwd)('npm test -- --onlyFailures');
};

/** Checks and tests a project. Returns how long both took. */
const test = (cwd: string) => [
  measured('npm run check', () => runIn(cwd)('npm run check')),
  measured('npm test', () => runTests(cwd)),
];

/** Merges a release by the commands of the page. Throws for a conflict that the page does not announce, or does not end. */
const merge = (project: string, upstream: string, removed: readonly string[]) => {
  const run = runIn(project);
  const commands = mergeCommandsOf(readText('functions/MAKE-IT-YOURS.md'));
  const isKnown = run('git remote').includes('upstream');
  const lines = linesOf(commands.merge.replace(/<.+>/, upstream)).filter(
    (line) => !isKnown || !line.endsWith('# once'),
  );
  // The last line merges, and exits with 1 at a conflict.
  const edited = run(`set -e\n${lines.slice(0, -1).join('\n')}`).trim();
  if (edited) throw new Error(`The page says that git prints nothing, and it prints ${edited}`);
  runLines(project, lines.slice(-1).join());
  const conflicts = linesOf(run('git diff --name-only --diff-filter=U'));
  const inRemoved = (file: string) => removed.some((name) => RegExp(`^(test/)?functions/${name}/`).test(file));
  const others = conflicts.filter((file) => !ANNOUNCED.includes(file) && !inRemoved(file));
  if (others.length > 0) throw new Error(`The page announces no conflict in ${others.join(', ')}`);
  const [removal = '', ...end] = linesOf(commands.end);
  run(['set -e', ...removed.map((name) => removal.replaceAll('NAME', name)), ...end].join('\n'));
  const left = run("git status --short && git ls-files --unmerged && git grep -lE '^(<|>){7} ' || true").trim();
  if (left) throw new Error(`The commands of the page leave ${left}`);
  return conflicts;
};

const usage = {
  name: 'npm run year',
  options: {
    from: { type: 'string', value: 'commit', does: 'begin the year with this commit, and merge the present one first' },
    keep: { type: 'boolean', does: 'keep the clones' },
  },
} as const;

/** Plays a year of an adopter. Returns a table with a row for each release. */
const play = (folder: string, from?: string) => {
  const [upstream, project] = [join(folder, 'upstream'), join(folder, 'shop')];
  clone(root, upstream);
  clone(upstream, project);
  const run = runIn(project);
  if (from) run(`git reset --quiet --hard '${from}'`);
  const removed: string[] = [];
  measured('a shop by the pages', () => removed.push(...makeShop(project, run)));
  const rows = [['the shop', '', '', ...test(project)]];
  const mergeAfter = (name: string, before: string) => {
    const changed = linesOf(runIn(upstream)(`git diff --name-only '${before}'`)).length;
    const conflicts = merge(project, upstream, removed).join(', ');
    process.stdout.write(`${name}: ${changed} files; conflicts: ${conflicts}\n`);
    rows.push([name, `${changed}`, conflicts, ...test(project)]);
  };
  if (from) mergeAfter('this commit', from);
  for (const release of releases) {
    const version = makeRelease({ folder: upstream, run: runIn(upstream) }, release);
    mergeAfter(`${version}: ${release.about}`, 'HEAD~1');
  }
  return tableOf(['after', 'files', 'conflicts, which the page ends', 'npm run check', 'npm test'], rows);
};

runCommand(
  defineCommand(usage, async ({ from, keep }) => {
    if (!isKit)
      throw new Error('A year begins with the samples of the kit; run it in the repository that you have cloned');
    const folder = mkdtempSync(join(tmpdir(), 'year-'));
    try {
      process.stdout.write(`\n${play(folder, from)}\n`);
    } finally {
      if (!keep) rmSync(folder, { recursive: true });
    }
  }),
);
