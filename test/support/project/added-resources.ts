import { execFileSync } from 'node:child_process';
import { plan } from '../../../functions/plan';
import { resources } from '../../../functions/resources';
import type { createProject } from './project';

/** True if this checkout has other resources or another plan already. The edits of the tests do not fit such a checkout. */
export const isChanged = resources.length !== 2 || Object.values(plan).some(({ length }) => length > 0);
export const testUnchanged = isChanged ? test.skip : test;

/** Comments, which belong to posts and have fields of every kind. */
const comments =
  'comments text:text stars:integer weight:number=0.5 edits:integer? isHidden:boolean=false readAt:instant? tags:list=[] links:list? mood:calm|cross=calm --of posts';

/** Commits a copy, because `npm run resource` refuses a tree with changes. */
export const commitCopy = (cwd: string) => {
  const git = (...parameters: string[]) => execFileSync('git', parameters, { cwd });
  git('init', '--quiet');
  git('add', '--all');
  git('-c', 'user.name=test', '-c', 'user.email=test@example.com', 'commit', '--quiet', '--message', 'copy');
};

/** Runs `npm run resource` in a copy, with these words. */
export const addResource = ({ run }: ReturnType<typeof createProject>, words: string) =>
  run('--require', './lib/build/typescript.cjs', 'bin/resource.ts', ...words.split(' '));

/** Makes a copy of the project, and adds comments by the command. */
export const copyWithComments = (project: ReturnType<typeof createProject>) => {
  project.copy();
  commitCopy(project.folder);
  addResource(project, comments);
};
