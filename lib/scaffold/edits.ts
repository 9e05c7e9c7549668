import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Resource } from '../../functions/kit/http/resource';
import { pluralIn } from '../../functions/kit/model/relation';
import { childrenOf, parentsOf } from '../../functions/resources';
import { root } from '../root';

/** Runs a program in the project, and returns its output. */
export const runProgram = (command: string, ...parameters: string[]) =>
  execFileSync(command, parameters, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** Replaces a text in a file of the project. */
export const replaceIn = (file: string, from: string | RegExp, to: string) =>
  writeFileSync(join(root, file), read(file).replace(from, to));

/** Matches the route of DELETE up to one of its members. */
const DELETE = "'DELETE /.*\\n[^}]*?";

/** Returns functions that add a resource to a file, or that take it away. */
const createEditor = (isAdded: boolean) => ({
  swap: (file: string, without: string, text: string) =>
    isAdded ? replaceIn(file, without, text) : replaceIn(file, text, without),
  /** Adds a name to the end of the list behind a text, or takes the name away. */
  editList: (file: string, before: string, name: string) => {
    const [found, start = '', list = ''] = new RegExp(`(${before}\\[)([^\\]]*)`).exec(read(file)) ?? [];
    const others = list.split(/[,\s]+/).filter((each) => each && each !== name);
    if (found) replaceIn(file, found, start + [...others, ...(isAdded ? [name] : [])].join(', '));
  },
});

type Editor = ReturnType<typeof createEditor>;

/** Parent of a resource, with the index of its children. */
type Parent = { readonly resource: Resource; readonly index: string };

/** Lets a deletion by force query the children of all generations, or no longer. */
const editIndexes = (editor: Editor, { resource, index }: Parent) => {
  editor.editList(`functions/${pluralIn(resource.path)}/routes.ts`, `${DELETE}indexes: `, `'${index}'`);
  for (const parent of parentsOf(resource)) editIndexes(editor, { resource: parent, index });
};

/** Lets a parent keep and delete children, or no longer. The parent may have others. */
const editParent = (plural: string, parent: Parent, isAdded: boolean) => {
  const editor = createEditor(isAdded);
  const { swap, editList } = editor;
  const { resource, index } = parent;
  const [name, isChild] = [pluralIn(resource.path), parentsOf(resource).length > 0];
  const [routes, remove] = [`functions/${name}/routes.ts`, `functions/${name}/remove.ts`];
  const model = `functions/${name}/${existsSync(join(root, 'functions', name, 'relation.ts')) ? 'relation' : 'model'}.ts`;
  const [, relation = `${plural}Relation`] = new RegExp(`{ (\\w+) } from '../${plural}/`).exec(read(remove)) ?? [];
  // Only a parent that is a child itself has a relation, which then names its children.
  if (childrenOf(resource).length === (isAdded ? 0 : 1)) {
    const [key, path] = [`'DELETE ${resource.path}/{id}',\n`, `  path: '${resource.path}',\n`];
    swap(routes, key, `${key}  query: DeletionQuery,\n  indexes: ['${index}'],\n`);
    // A deletion by force marks the item. The deletion of a child has the action anyway.
    if (!isChild) editList(routes, `${DELETE}actions: `, "'UpdateItem'");
    swap(remove, `remove(${name}, `, `removeParent(${name}, [${relation}], `);
    swap(remove, '{ remove }', '{ removeParent }');
    swap(model, path, `${path}  children: [${relation}],\n`);
  } else {
    editList(remove, 'removeParent\\(\\w+, ', relation);
    editList(model, '\\n  children: ', relation);
  }
  editIndexes(editor, parent);
  if (!isAdded) return;
  for (const file of isChild ? [model, remove] : [remove])
    replaceIn(file, /^/, `import { ${relation} } from '../${plural}/relation';\n`);
  replaceIn(routes, /^(?![\s\S]*DeletionQuery })/, "import { DeletionQuery } from '../kit/model/relation';\n");
};

/** Names by which other files know a resource. */
type Names = { readonly plural: string; readonly collection: string };

/** Adds a resource to the lists of the project and to its parents, or takes it away. Leaves unused imports. */
export const editProject = ({ plural, collection }: Names, parents: readonly Parent[], isAdded: boolean) => {
  createEditor(isAdded).editList('functions/resources.ts', 'Resource\\[\\] = ', `${plural}Docs`);
  for (const parent of parents) editParent(plural, parent, isAdded);
  const routes = `export * from './${plural}/routes';\n`;
  replaceIn('functions/routes.ts', isAdded ? /^(?=export )/m : routes, isAdded ? routes : '');
  const generations = new RegExp(`^ {2}${collection}: \\[[^\\]]*\\].*\\n`, 'm');
  if (!isAdded) return replaceIn('functions/plan.ts', generations, '');
  replaceIn('functions/plan.ts', 'plan = {', `$&\n  ${collection}: [] as readonly Generation[],`);
  replaceIn('functions/resources.ts', /^/, `import { ${plural}Docs } from './${plural}/docs';\n`);
};
