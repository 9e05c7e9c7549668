import { execFileSync } from 'node:child_process';
import { resources } from '../../../functions/resources';
import { plan } from '../../../functions/table/shards';
import type { createProject } from './project';

/** Skips tests once the project has changed itself, because the edits then no longer fit, and all tests see the change. */
export const isChanged = resources.length > 2 || Object.values(plan).some(({ length }) => length > 0);
export const testThird = isChanged ? test.skip : test;

const fields =
  'text:text stars:integer weight:number=0.5 edits:integer? isHidden:boolean=false readAt:instant? tags:list=[] links:list? mood:calm|cross=calm';

/** Makes a copy of the project, and adds comments, which belong to posts and have fields of every kind, by the command. */
export const copyWithComments = ({ folder, copy, run }: ReturnType<typeof createProject>) => {
  copy();
  const git = (...parameters: string[]) => execFileSync('git', parameters, { cwd: folder, encoding: 'utf8' });
  git('init', '--quiet');
  git('add', '--all');
  git('-c', 'user.name=test', '-c', 'user.email=test@example.com', 'commit', '--quiet', '--message', 'copy');
  run('--import', 'tsx', 'bin/resource.ts', 'comments', ...fields.split(' '), '--of', 'posts');
  return { changedFiles: () => git('status', '--short', '--untracked-files=all').trim().split('\n'), git };
};
