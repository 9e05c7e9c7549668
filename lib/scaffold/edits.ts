import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Resource } from '../../functions/kit/http/resource';
import { pluralIn } from '../../functions/kit/model/relation';
import { parentsOf, resources } from '../../functions/resources';
import { root } from '../root';
import type { NewResource } from './noun';

/** Replaces a text in a file of the project. */
const replaceIn = (file: string, from: string | RegExp, to: string) => {
  const path = join(root, file);
  writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
};

/** Lets the parent of a resource keep and delete its children. The parent may have others. */
const addChildren = (plural: string, parent: NonNullable<NewResource['parent']>) => {
  const folder = `functions/${parent.plural}`;
  const [routes, remove] = [`${folder}/routes.ts`, `${folder}/remove.ts`];
  const model = `${folder}/${existsSync(join(root, folder, 'relation.ts')) ? 'relation' : 'model'}.ts`;
  const relation = `${plural}Relation`;
  const children = `import { ${relation} } from '../${plural}/relation';\n`;
  // Only a parent that is a child itself has a relation, which then names its children.
  replaceIn(model, /^(?=import [\s\S]*^ {2}path: )/m, children);
  replaceIn(model, /^( {2}path: .*\n)(?: {2}children: \[([^\]]*)\],\n)?/m, `$1  children: [${relation}, $2],\n`);
  replaceIn(routes, /^(?![\s\S]*DeletionQuery)/, "import { DeletionQuery } from '../kit/model/relation';\n");
  replaceIn(routes, /'DELETE \/.*\n(?! {2}query)/, '$&  query: DeletionQuery,\n  indexes: [],\n');
  // A deletion by force marks the item, and deletes the children of all generations.
  replaceIn(routes, /'DELETE \/.*\n[^}]*?actions: \[(?![^\]]*'UpdateItem')/, "$&'UpdateItem', ");
  const addIndex = (each: Resource) => {
    replaceIn(`functions/${pluralIn(each.path)}/routes.ts`, /'DELETE \/[\s\S]*?indexes: \[/, `$&'${parent.index}', `);
    parentsOf(each).forEach(addIndex);
  };
  resources.filter(({ path }) => pluralIn(path) === parent.plural).forEach(addIndex);
  replaceIn(remove, /^/, children);
  replaceIn(remove, "{ remove } from '../kit/table/remove'", "{ removeParent } from '../kit/table/remove'");
  replaceIn(remove, /remove\w*\((\w+), (?:\[([^\]]*)\], )?/, `removeParent($1, [${relation}, $2], `);
};

/** Adds a resource to the lists of the project, and to its parent. */
export const addToProject = ({ plural, collection, parent }: NewResource) => {
  replaceIn('functions/routes.ts', /^(?=export )/m, `export * from './${plural}/routes';\n`);
  replaceIn('functions/resources.ts', /^/, `import { ${plural}Docs } from './${plural}/docs';\n`);
  replaceIn('functions/resources.ts', /(Resource\[\] = \[[^\]]*?),?\s*\]/, `$1, ${plural}Docs]`);
  replaceIn('functions/plan.ts', 'plan = {\n', `$&  ${collection}: [] as readonly Generation[],\n`);
  if (parent) addChildren(plural, parent);
};
