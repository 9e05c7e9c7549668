import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { folderOf } from '../../functions/kit/http/route';
import { titleOf } from '../../functions/kit/site/openapi/resource';
import { resources } from '../../functions/resources';
import { root } from '../root';
import { docsNameOf } from './names';

/** Runs a program in the project, and returns its output. */
export const runProgram = (command: string, ...parameters: string[]) =>
  execFileSync(command, parameters, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

/** Lists files of the project. */
export const listFiles = (...options: string[]) =>
  runProgram('git', 'ls-files', '--exclude-standard', ...options).match(/.+/g) ?? [];

export const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** Writes files by their paths from a folder of functions/. */
export const writeFiles = (folder: string, files: Readonly<Record<string, string>>) => {
  for (const [file, text] of Object.entries(files)) {
    const path = join(root, 'functions', folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
};

/** Adds a text to the end of a file of the project, which need not be there. */
export const appendTo = (file: string, text: string) => appendFileSync(join(root, file), text);

/** Replaces a text in a file of the project. */
export const replaceIn = (file: string, from: string | RegExp, to: string) =>
  writeFileSync(join(root, file), read(file).replace(from, to));

/** Returns the names that a file exports. */
export const exportsOf = (file: string) =>
  [...read(file).matchAll(/^export (?:async )?\w+\*? (\w+)/gm)].map(([, name = '']) => name);

/** Refuses to change files while others have changes that nobody has committed. */
export const refuseChanges = () => {
  if (runProgram('git', 'status', '--porcelain').trim())
    throw new Error('The working tree has changes; commit them first, so that you can take this step back');
};

type ListChange = (names: readonly string[]) => readonly string[];

/** Changes the list of names behind a pattern. */
export const editList = (file: string, before: string, change: ListChange) => {
  const list = new RegExp(`(?<=${before}\\[)[^\\]]*`);
  const [names = ''] = list.exec(read(file)) ?? [];
  replaceIn(file, list, change(names.match(/[^,\s]+/g) ?? []).join(', '));
};

/** Returns the change of a list to one that has a name at its end, or that lacks the name. */
export const listing =
  (name: string, isListed: boolean): ListChange =>
  (names) =>
    isListed ? [...new Set([...names, name])] : names.filter((each) => each !== name);

type Version = Record<'collection' | 'path', string>;

/** Lets the entity of a version know the fields of all versions. */
const editFields = (version: Version, all: readonly Version[]) => {
  const others = all.filter((other) => other !== version);
  const file = `functions/${folderOf(version.path)}/store.ts`;
  replaceIn(file, /,?\s*fields: [^)]*\)/, '');
  // Biome keeps the lines of an object whose first member stands on a line of its own.
  replaceIn(file, /(?<=entityOf\(\{)\s+/, ' ');
  if (others.length === 0) return;
  const parameters = [`'${version.collection}'`, ...[...others, version].map(titleOf)].join(', ');
  replaceIn(file, /,?\s*\}\);/, `, fields: fieldsOfAll(${parameters}) });`);
};

/** Adds a resource or a version to the lists of the project, or takes it away. A version stands behind the one before. */
export const editLists = (version: Version, isAdded: boolean) => {
  const { collection, path } = version;
  const others = resources.filter((each) => each.collection === collection && each.path !== path);
  const docs = docsNameOf(path);
  const before = docsNameOf(others.at(-1)?.path ?? '');
  editList('functions/resources.ts', 'Resource\\[\\] = ', (names) => {
    const kept = names.filter((name) => name !== docs);
    return isAdded ? kept.toSpliced(kept.indexOf(before) + 1 || kept.length, 0, docs) : kept;
  });
  const routes = `export * from './${folderOf(path)}/routes';\n`;
  replaceIn('functions/routes.ts', isAdded ? /^(?=export )/m : routes, isAdded ? routes : '');
  const all = isAdded ? [...others, version] : others;
  for (const each of all) editFields(each, all);
  if (others.length > 0) return;
  const generations = new RegExp(`^ {2}${collection}: \\[[^\\]]*\\].*\\n`, 'm');
  if (!isAdded) return replaceIn('functions/plan.ts', generations, '');
  replaceIn('functions/plan.ts', 'plan = {', `$&\n  ${collection}: [],`);
};
