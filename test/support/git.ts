import { execFileSync } from 'node:child_process';

const author = ['-c', 'user.name=test', '-c', 'user.email=test@example.com', '-c', 'init.defaultBranch=main'];

/** Runs git in a folder. Returns its output. */
export const git = (cwd: string, ...words: readonly string[]) =>
  execFileSync('git', [...author, ...words], { cwd, encoding: 'utf8' }).trim();

/** Commits all files of a folder. Returns the short name of the commit. */
export const commitAll = (cwd: string, ...options: readonly string[]) => {
  git(cwd, 'add', '--all');
  git(cwd, 'commit', '--quiet', '--message', 'change', ...options);
  return git(cwd, 'rev-parse', '--short', 'HEAD');
};
