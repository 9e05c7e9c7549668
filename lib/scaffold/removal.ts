import { writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { camelCase, entityNameOf, folderOf } from '../../functions/kit/http/route';
import { countOf, pluralIn, versionIn, wordOf } from '../../functions/kit/model/relation';
import { childrenOf, parentsOf, relationsOf, versionsOf } from '../../functions/kit/resources';
import type { Resource } from '../../functions/kit/site/openapi/resource';
import { resources } from '../../functions/resources';
import { indexesOf } from '../models/indexes';
import { root } from '../root';
import { editLists, listFiles, read, replaceIn, runProgram } from './edits';
import { plurals } from './noun';
import { editParent } from './parents';
import { hasJobs, removeFromJobs } from './reaction';

/**
 * Returns the text of a page without the lines that link to a folder, and without the command that has just run. Such a line
 * stands alone: it is a row of a table or an entry of a list (test/lib/docs/references.test.ts).
 */
const pageWithout = (file: string, folder: string) => {
  const isInside = (target: string) => posix.join(posix.dirname(file), target).startsWith(`functions/${folder}/`);
  const isGone = (line: string) =>
    line.startsWith(`npm run resource -- ${folder} --remove`) ||
    [...line.matchAll(/\]\(([^)#]+)/g)].some(([, target = '']) => isInside(target));
  return read(file)
    .split('\n')
    .filter((line) => !isGone(line))
    .join('\n');
};

/** Removes the folder of a resource with its tests, and takes the resource from the lists and the pages of the project. */
const remove = (resource: Resource) => {
  const folder = folderOf(resource.path);
  runProgram('git', 'rm', '-r', '--quiet', '--ignore-unmatch', `functions/${folder}`, `test/functions/${folder}`);
  editLists(resource, false);
  removeFromJobs(folder);
  for (const file of listFiles('*.md')) writeFileSync(join(root, file), pageWithout(file, folder));
};

/** Returns a function that takes a version away while others stay, and returns what clients get then. */
const versionRemovalOf = (resource: Resource, successor: Resource) => {
  const [{ path }, folder] = [resource, folderOf(resource.path)];
  // The command itself takes the model out of the entities of the other versions.
  const others = listFiles('functions/*.ts').filter((file) =>
    new RegExp(`'../${folder}/${file.endsWith('/store.ts') ? '(?!model)' : ''}`).test(read(file)),
  );
  if (hasJobs(folder)) others.push('functions/jobs.ts');
  if (others.length > 0)
    throw new Error(`Other files use functions/${folder}; copy what they need there first: ${others.join(', ')}`);
  return () => {
    remove(resource);
    for (const other of versionsOf(resource).filter((each) => each !== resource && each !== successor))
      replaceIn(
        `functions/${folderOf(other.path)}/routes.ts`,
        `successor: '${path}'`,
        `successor: '${successor.path}'`,
      );
    replaceIn('functions/resources.ts', new RegExp(`(?<=': )'${path}'`, 'g'), `'${successor.path}'`);
    const routes = `functions/${folderOf(successor.path)}/routes.ts`;
    if (read(routes).includes(`successor: '${path}'`))
      replaceIn(routes, /const deprecated = [^;]*;\n\n|(?<=\n) {2}deprecated,\n/g, '');
    if (versionIn(path) > versionIn(successor.path)) return '';
    replaceIn('functions/resources.ts', /(?<=const gone: .* = \{)/, ` '${path}': '${successor.path}',`);
    return `\nRequests to ${path} get a 410 with a link to ${successor.path}, until you remove that line from functions/resources.ts.\n`;
  };
};

/** Returns a function that takes a resource or a version away, and returns what a deployed stage loses. */
export const removalOf = (plural: string, version?: string) => {
  const versions = resources.filter(({ path }) => pluralIn(path) === plural);
  const resource = version ? versions.find(({ path }) => `${versionIn(path)}` === version) : versions[0];
  const successor = versions.findLast((each) => each !== resource);
  if (!version && successor) throw new Error(`There are several versions of ${plural}; name one with --version`);
  if (resource && successor) return versionRemovalOf(resource, successor);
  if (!resource) throw new Error(`The resource is "${plural}"; allowed with --remove: ${plurals}`);
  const children = childrenOf(resource).map(({ path }) => pluralIn(path));
  if (children.length > 0) throw new Error(`The resource has children; remove them first: ${children.join(', ')}`);
  const { collection, path } = resource;
  const [word, entity] = [wordOf(collection), entityNameOf(path)];
  const parents = parentsOf(resource);
  return () => {
    remove(resource);
    replaceIn('functions/resources.ts', new RegExp(` '[^']*': '${path}',?`, 'g'), '');
    for (const parent of parents) editParent(resource, parent, false);
    const kept = indexesOf(resources.filter((each) => each.collection !== collection));
    const indexes = indexesOf(versions)
      .map(({ name }) => name)
      .filter((name) => !kept.some((each) => each.name === name));
    const counts = relationsOf(resource).map((relation) => ` --remove counters.${countOf(relation)}`);
    const repair = `After that, let parents be deleted: npm run verify -- --table <table> --fix${counts.join('')}\n`;
    return `
A deployed stage loses: the collection ${collection}, the routes of ${path}, the scopes ${plural}:read, ${plural}:write, ${plural}:admin${indexes.map((index) => `, the index ${index}`).join('')}.
Its items stay in the table. The next deployment asks you to confirm the loss with -c confirm=models.
${counts.length > 0 ? repair : ''}Find what still names ${plural}: git grep -niwE '${[...new Set([plural, word, entity, camelCase(word), ...indexes])].join('|')}'
`;
  };
};
