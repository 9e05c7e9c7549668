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

/** Makes a copy of the project, and adds comments and products by the command. Returns the added lines of sources. */
export const copyWithResources = ({ folder, copy, run }: ReturnType<typeof createProject>) => {
  copy();
  const git = (...parameters: string[]) => execFileSync('git', parameters, { cwd: folder, encoding: 'utf8' });
  const commit = () => {
    git('add', '--all');
    git('-c', 'user.name=test', '-c', 'user.email=test@example.com', 'commit', '--quiet', '--message', 'copy');
  };
  git('init', '--quiet');
  commit();
  const add = (line: string) => run('--import', 'tsx', 'bin/resource.ts', ...line.split(' '));
  add(comments);
  const added = git('diff', '--unified=0', 'HEAD', '--', 'functions/*.ts');
  commit();
  add(products);
  return added;
};
