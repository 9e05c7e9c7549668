import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { type Resource, titleOf } from '../../functions/kit/http/resource';
import { folderOf } from '../../functions/kit/http/route';
import { childrenOf, parentsOf, versionsOf } from '../../functions/resources';
import { root } from '../root';

/** Runs a program in the project, and returns its output. */
export const runProgram = (command: string, ...parameters: string[]) =>
  execFileSync(command, parameters, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

export const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** Returns the name of the entity of a resource: `orders`, or `ordersV2` in its second version. */
export const entityNameOf = (path: string) => folderOf(path).replace(/-v(?=\d+$)/, 'V');

/** Returns the name under which a resource describes itself, such as `ordersDocs`. */
export const docsNameOf = (path: string) => `${entityNameOf(path)}Docs`;

/** Writes files by their paths from a folder of functions/. */
export const writeFiles = (folder: string, files: Readonly<Record<string, string>>) => {
  for (const [file, text] of Object.entries(files)) {
    const path = join(root, 'functions', folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
};

/** Replaces a text in a file of the project. */
export const replaceIn = (file: string, from: string | RegExp, to: string) =>
  writeFileSync(join(root, file), read(file).replace(from, to));

const wordsOf = (text: string): readonly string[] => text.match(/\w+/g) ?? [];

/** Imports what the changed files use and other files export, each by a name of its own. Biome removes what is unused. */
export const addImports = () => {
  const list = (...options: string[]) =>
    runProgram('git', 'ls-files', '--exclude-standard', ...options, 'functions/*.ts').match(/.+(?=\.ts)/g) ?? [];
  const exported = list('--cached', '--others').flatMap((file) =>
    [...read(`${file}.ts`).matchAll(/^export \w+ (\w+)/gm)].map(([, name = '']) => ({ name, file })),
  );
  for (const file of list('--modified', '--others')) {
    const text = read(`${file}.ts`);
    const known = wordsOf((text.match(/^import [^;}]*|^(export )?(const|type) \w+/gm) ?? []).join());
    const words = wordsOf(text).filter((word) => !known.includes(word));
    const imports = exported
      .filter(({ name }) => words.includes(name))
      .map((other) => [other.name, posix.relative(posix.dirname(file), other.file).replace(/^(?!\.)/, './')])
      .map(([name, path]) => `import { ${name} } from '${path}';\n`);
    replaceIn(`${file}.ts`, /^/, imports.join(''));
  }
};

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

/** Parent of a resource, with the index of its children. */
type Parent = { readonly resource: Resource; readonly index: string };

/** Lets a deletion by force query the children of all generations, or no longer. */
const editIndexes = ({ resource, index }: Parent, isAdded: boolean) => {
  const { editList } = createEditor(isAdded);
  for (const { path } of versionsOf(resource))
    editList(`functions/${folderOf(path)}/routes.ts`, `${DELETE}indexes: `, `'${index}'`);
  for (const parent of parentsOf(resource)) editIndexes({ resource: parent, index }, isAdded);
};

/** Lets a parent keep and delete children, or no longer. The parent may have others. */
const editParent = (plural: string, parent: Parent, isAdded: boolean) => {
  const { swap, editList } = createEditor(isAdded);
  const { resource, index } = parent;
  const [name, isChild] = [folderOf(resource.path), parentsOf(resource).length > 0];
  const entity = entityNameOf(resource.path);
  const [routes, remove] = [`functions/${name}/routes.ts`, `functions/${name}/remove.ts`];
  const model = `functions/${name}/${existsSync(join(root, 'functions', name, 'relation.ts')) ? 'relation' : 'model'}.ts`;
  const [, relation = `${plural}Relation`] = new RegExp(`{ (\\w+) } from '../${plural}/`).exec(read(remove)) ?? [];
  // Only a parent that is a child itself has a relation, which then names its children.
  if (childrenOf(resource).length === (isAdded ? 0 : 1)) {
    const [key, path] = [`'DELETE ${resource.path}/{id}',\n`, `  path: '${resource.path}',\n`];
    swap(routes, key, `${key}  query: DeletionQuery,\n  indexes: ['${index}'],\n`);
    // A deletion by force marks the item. The deletion of a child has the action anyway.
    if (!isChild) editList(routes, `${DELETE}actions: `, "'UpdateItem'");
    swap(remove, `remove(${entity}, `, `removeParent(${entity}, [${relation}], `);
    swap(model, path, `${path}  children: [${relation}],\n`);
  } else {
    editList(remove, 'removeParent\\(\\w+, ', relation);
    editList(model, '\\n  children: ', relation);
  }
};

/** Adds what a folder exports to the lists of the project, or takes it away. */
const editExports = (folder: string, isAdded: boolean) => {
  const routes = `export * from './${folder}/routes';\n`;
  replaceIn('functions/routes.ts', isAdded ? /^(?=export )/m : routes, isAdded ? routes : '');
};

/** Adds a resource to the lists of the project and to its parents, or takes it away. */
export const editProject = (
  { plural, collection }: Record<'plural' | 'collection', string>,
  parents: readonly Parent[],
  isAdded: boolean,
) => {
  createEditor(isAdded).editList('functions/resources.ts', 'Resource\\[\\] = ', `${plural}Docs`);
  for (const parent of parents) {
    for (const version of versionsOf(parent.resource)) editParent(plural, { ...parent, resource: version }, isAdded);
    editIndexes(parent, isAdded);
  }
  editExports(plural, isAdded);
  const generations = new RegExp(`^ {2}${collection}: \\[[^\\]]*\\].*\\n`, 'm');
  if (!isAdded) return replaceIn('functions/plan.ts', generations, '');
  replaceIn('functions/plan.ts', 'plan = {', `$&\n  ${collection}: [] as readonly Generation[],`);
};

/** Lets the entity of a version know the fields of all versions. */
const editFields = (resource: Resource, all: readonly Resource[]) => {
  const others = all.filter((other) => other !== resource);
  const file = `functions/${folderOf(resource.path)}/store.ts`;
  replaceIn(file, / *fields: [^)]*\),?\n/g, '');
  if (others.length === 0) return;
  const models = [...others, resource].map(titleOf).join(', ');
  replaceIn(
    file,
    '} as const',
    `  fields: /* @__PURE__ */ fieldsOfAll('${resource.collection}', ${models}),\n} as const`,
  );
};

/** Adds a version to the lists of the project and to the other versions, or takes it away. */
export const editVersion = (resource: Resource, path: `/${string}`, isAdded: boolean) => {
  const [docs, before] = [docsNameOf(path), docsNameOf(resource.path)];
  const list = new RegExp(isAdded ? `(?<=\\[[^\\]]*\\b${before}\\b)` : `,\\s*${docs}\\b|\\b${docs},\\s*`);
  replaceIn('functions/resources.ts', list, isAdded ? `, ${docs}` : '');
  editExports(folderOf(path), isAdded);
  const others = versionsOf(resource).filter((each) => each.path !== path);
  const all = isAdded ? [...others, { ...resource, path }] : others;
  for (const each of all) editFields(each, all);
};
