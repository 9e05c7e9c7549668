import { spawnSync } from 'node:child_process';
import { sectionOf } from './recipe';

/** Returns the commands of "Take over later fixes": those that merge, and those that end the merge. */
export const mergeCommandsOf = (page: string) => {
  const section = sectionOf(page, 'Take over later fixes');
  const [merge = '', end = ''] = [...section.matchAll(/^```\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
  return { merge, end };
};

const name = 'test';
const email = 'test@example.com';

/** Runs lines in a folder by bash, as a person would. npm asks no registry. Leaves out some commands of npm, such as `ci`. */
export const runLines = (cwd: string, lines: string, leftOut = 'ci') => {
  const author = {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
  };
  const env = { ...process.env, ...author, npm_config_offline: 'true' };
  const npm = `npm() { case $1 in ${leftOut}) ;; *) command npm "$@" ;; esac; }`;
  return spawnSync('bash', ['-c', `${npm}\n${lines}`], { cwd, env, encoding: 'utf8', maxBuffer: 2 ** 30 });
};
