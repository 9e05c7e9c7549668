import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pluralIn } from '../../functions/model/relation';
import { childrenOf, resources } from '../../functions/resources';
import { defineCommand } from '../command';
import { root } from '../root';
import { editsOf, replaceIn } from './edits';
import { namesOf, readField } from './noun';
import { filesOf } from './templates';

const run = (command: string, ...parameters: string[]) =>
  execFileSync(command, parameters, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

/** Returns the parent of a new resource. A deletion by force deletes one kind of children, so a parent has one kind. */
const parentOf = (plural: string) => {
  const parent = resources.find(({ path }) => pluralIn(path) === plural);
  if (!parent)
    throw new Error(
      `There is no resource "${plural}"; there are ${resources.map(({ path }) => pluralIn(path)).join(', ')}`,
    );
  const children = childrenOf(parent);
  if (children)
    throw new Error(`The children of ${plural} are ${pluralIn(children.path)}; a resource has one kind of children`);
  return namesOf(plural);
};

const usage = {
  name: 'npm run resource',
  file: "products name:text 'price:integer?' 'status:draft|published=draft'",
  isOpen: true,
  options: {
    of: { type: 'string', value: 'posts', does: 'make the items children of these' },
  },
} as const;

/** Writes a new resource with its routes, handlers and test, and adds it to the lists of the project. */
export const runResource = defineCommand(usage, ({ of }, plural = '', ...fields) => {
  const names = namesOf(plural, of === undefined ? undefined : parentOf(of));
  if (fields.length === 0) throw new Error('The resource has no field; add one, such as name:text');
  const files = filesOf(names, fields.map(readField));
  if (resources.some(({ path }) => pluralIn(path) === plural) || existsSync(join(root, `functions/${plural}`)))
    throw new Error(`There is a resource "${plural}"; choose another noun, or delete functions/${plural}`);
  if (run('git', 'status', '--porcelain').trim())
    throw new Error('The working tree has changes; commit them first, so that you can take this step back');
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), content.trimStart());
  }
  for (const edit of editsOf(names)) replaceIn(...edit);
  // Removes the imports that the fields do not need.
  run('npx', 'biome', 'check', '--write', '--unsafe', `functions/${plural}`);
  run('npm', 'run', 'fix');
  run('npm', 'run', 'readme');
  process.stdout.write(run('git', 'status', '--short', '--untracked-files=all'));
});
