import { execFileSync } from 'node:child_process';
import { resources } from '../../../functions/resources';
import { plan } from '../../../functions/table/shards';
import type { createProject } from './project';

/** True if this checkout has other resources or another plan already. The edits of the tests do not fit such a checkout. */
export const isChanged = resources.length !== 2 || Object.values(plan).some(({ length }) => length > 0);
export const testThird = isChanged ? test.skip : test;

/** Comments, which belong to posts and have fields of every kind, and products, which belong to users, as posts do. */
const comments =
  'comments text:text stars:integer weight:number=0.5 edits:integer? isHidden:boolean=false readAt:instant? tags:list=[] links:list? mood:calm|cross=calm --of posts';
const products = 'products name:text price:integer active:boolean tags:list --of users';

/** Commits a copy, because `npm run resource` refuses a tree with changes. */
export const commitCopy = (cwd: string) => {
  const git = (...parameters: string[]) => execFileSync('git', parameters, { cwd });
  git('init', '--quiet');
  git('add', '--all');
  git('-c', 'user.name=test', '-c', 'user.email=test@example.com', 'commit', '--quiet', '--message', 'copy');
};

/** Makes a copy of the project, and adds comments and products by the command. Returns the added lines of sources. */
export const copyWithResources = ({ folder, copy, run }: ReturnType<typeof createProject>) => {
  copy();
  commitCopy(folder);
  const add = (line: string) => run('--import', 'tsx', 'bin/resource.ts', ...line.split(' '));
  add(comments);
  const diff = ['diff', '--unified=0', 'HEAD', '--', 'functions/*.ts'];
  const added = execFileSync('git', diff, { cwd: folder, encoding: 'utf8' });
  commitCopy(folder);
  add(products);
  return added;
};
