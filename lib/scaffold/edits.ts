import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { indexOf } from '../../functions/table/shards';
import { root } from '../root';
import type { Names } from './noun';

/** Edit of a file that is there: the file, a text in it, and the text that takes its place. */
type Edit = readonly [file: string, from: string | RegExp, to: string];

/** Replaces a text in a file of the project. */
export const replaceIn = (...[file, from, to]: Edit) => {
  const path = join(root, file);
  writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
};

/** Returns the edits that let the parent of a resource keep and delete its children. The parent may have others. */
const parentEdits = ({ plural, parent, attribute }: Names): Edit[] => {
  if (!parent) return [];
  const folder = `functions/${parent.plural}`;
  // A parent that this command has written keeps its relation in a file of its own.
  const model = existsSync(join(root, folder, 'relation.ts')) ? `${folder}/relation.ts` : `${folder}/model.ts`;
  const relation = `${plural}Relation`;
  const children = `import { ${relation} } from '../${plural}/relation';\n`;
  return [
    // Only a parent that is a child itself has a relation, which then names its children.
    [model, /^(?=import [\s\S]*^ {2}path: )/m, children],
    [model, /^ {2}path: .*\n(?! {2}children)/m, '$&  children: [],\n'],
    [model, 'children: [', `$&${relation}, `],
    [`${folder}/routes.ts`, /^(?![\s\S]*DeletionQuery)/, "import { DeletionQuery } from '../model/relation';\n"],
    [`${folder}/routes.ts`, /'DELETE \/.*\n(?! {2}query)/, '$&  query: DeletionQuery,\n  indexes: [],\n'],
    [`${folder}/routes.ts`, /'DELETE \/[\s\S]*?indexes: \[/, `$&'${indexOf(attribute)}', `],
    [`${folder}/remove.ts`, /^/, children],
    [`${folder}/remove.ts`, '{ remove }', '{ removeParent }'],
    [`${folder}/remove.ts`, /remove\((\w+), /, 'removeParent($1, [], '],
    [`${folder}/remove.ts`, /removeParent\(\w+, \[/, `$&${relation}, `],
  ];
};

/** Returns the edits of the lists of resources, and those of the parent. */
export const editsOf = (names: Names): readonly Edit[] => [
  ['functions/routes.ts', /^(?=export )/m, `export * from './${names.plural}/routes';\n`],
  ['functions/resources.ts', /^/, `import { ${names.plural} } from './${names.plural}/docs';\n`],
  ['functions/resources.ts', /(Resource\[\] = \[.*)\]/, `$1, ${names.plural}]`],
  ['functions/table/shards.ts', 'export const plan = {\n', `$&  ${names.collection}: [] as readonly Generation[],\n`],
  ...parentEdits(names),
];
