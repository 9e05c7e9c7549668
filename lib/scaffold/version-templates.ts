import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Resource, titleOf } from '../../functions/kit/http/resource';
import { collectionPathOf, folderOf, type Route, verbOf, verbs, versionIn } from '../../functions/kit/http/route';
import { attributeOf } from '../../functions/kit/model/models';
import { versionsOf } from '../../functions/resources';
import * as routes from '../../functions/routes';
import { root } from '../root';
import { docsNameOf, entityNameOf } from './edits';
import type { readField } from './noun';
import { testOf, text } from './templates';

/** Fields of a new version that differ from those of the version before. */
export type VersionChanges = {
  readonly renamed: readonly (readonly [name: string, other: string])[];
  readonly dropped: readonly string[];
  readonly added: readonly ReturnType<typeof readField>[];
};

/** Returns the text of a file of a resource, or an empty text. */
const readIn = (folder: string, file: string) => {
  const path = join(root, 'functions', folder, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
};

/** Returns an import of everything that a file of a resource exports. */
const importAll = (folder: string, module: 'model' | 'relation') => {
  const names = [...readIn(folder, `${module}.ts`).matchAll(/^export const (\w+)/gm)].map(([, name]) => name);
  return names.length > 0 ? `import { ${names.join(', ')} } from '../${folder}/${module}';` : '';
};

/** Returns a function that gives code of a resource the names and the path of another version. */
const createRename = (before: Resource, path: string, routeNames: readonly string[]) => {
  const routeName = new RegExp(`\\b(${routeNames.join('|')})\\b`, 'g');
  const [title, newTitle] = [titleOf(before), titleOf({ ...before, path })];
  return (code: string) =>
    code
      .replaceAll(routeName, (name) => `${name.replace(/V\d+$/, '')}V${versionIn(path)}`)
      .replaceAll(new RegExp(`\\b${title}(?=(Input|Patch|Query)?\\b)`, 'g'), newTitle)
      .replaceAll(new RegExp(`\\b${entityNameOf(before.path)}(?=[ ,])`, 'g'), entityNameOf(path))
      .replaceAll(` ${before.path}`, ` ${path}`);
};

const modelOf = (before: Resource, { renamed, dropped, added }: VersionChanges) => {
  const { collection, input } = before;
  const taken = [...renamed.map(([name]) => name), ...dropped.map((name) => `${name}: _${name}`), '...kept'];
  const attributes = renamed.map(([name, other]) => [other, attributeOf(collection, name, input[name]), name]);
  const shown = [
    ...attributes.map(([other, attribute, name]) => `${other}: storedAs('${attribute}', ${name})`),
    '...kept',
    ...added.map(({ name, code }) => `${name}: ${code}`),
  ];
  return `(({ ${taken.join(', ')} }) => ({ ${shown.join(', ')} }))`;
};

/** Returns the text of each file of a new version, by its path from the folder of the version. */
export const versionFilesOf = (before: Resource, path: string, changes: VersionChanges) => {
  const folder = folderOf(before.path);
  const own = Object.entries<Route>(routes).flatMap(([name, route]) =>
    collectionPathOf(route) === before.path && verbOf(route) ? [name] : [],
  );
  const rename = createRename(before, path, own);
  const [title, entity, docs] = [titleOf(before), entityNameOf(before.path), docsNameOf(before.path)];
  const newTitle = rename(title);
  const source = readIn(folder, 'routes.ts');
  const texts = own.flatMap((name) => new RegExp(`export const ${name} = {[^;]*;`).exec(source) ?? []);
  const [, query = ''] = new RegExp(`export const ${title}Query = ([^;]*);`).exec(readIn(folder, 'model.ts')) ?? [];
  const folders = versionsOf(before).map((each) => folderOf(each.path));
  const shared = folders.flatMap((each) => [importAll(each, 'model'), importAll(each, 'relation')]).join('\n');
  const values = changes.added.map(({ name, values: [value] }) => `${name}: ${value}`);
  return {
    'model.ts': `
import { notBlank, optional, storedAs, withDefault } from '../kit/model/field';
import { boolean, instant, integer, number, oneOf, texts } from '../kit/model/kinds';
import { patchOf, responseOf } from '../kit/model/models';
import { pageQuery } from '../kit/model/page';
import { expandOf } from '../kit/model/relation';
${shared}

${changes.added.some(({ code }) => code.includes('Text')) ? text : ''}

/** Model of the body of POST and PUT: what differs from ${folder}. The other models follow from it. */
export const ${newTitle}Input = /* @__PURE__ */ ${modelOf(before, changes)}(${title}Input);

/** Model of the body of PATCH. */
export const ${newTitle}Patch = /* @__PURE__ */ patchOf(${newTitle}Input);

export const ${newTitle} = /* @__PURE__ */ responseOf(${newTitle}Input);

export const ${newTitle}Query = ${rename(query)};
`,
    'routes.ts': `
import type { Route } from '../kit/http/route';
import { DeletionQuery } from '../kit/model/relation';
${shared}
import { ${['', 'Input', 'Patch', 'Query'].map((end) => newTitle + end).join(', ')} } from './model';

${texts.map((one) => rename(one).replace('\n  deprecated,', '')).join('\n\n')}
`,
    'store.ts': `
import type { Entity } from '../kit/table/item';
import { ${entity} } from '../${folder}/store';
import { ${newTitle} } from './model';

export const ${entityNameOf(path)} = {
  ...${entity},
  model: ${newTitle},
} as const satisfies Entity;
`,
    'docs.ts': `
import { versionOf } from '../kit/http/resource';
import { ${docs} } from '../${folder}/docs';
import { ${newTitle}Input } from './model';

export const ${docsNameOf(path)} = versionOf(${docs}, {
  path: '${path}',
  input: ${newTitle}Input,
  ${values.length > 0 ? `added: { ${values.join(', ')} },` : ''}
});
`,
    ...Object.fromEntries(
      verbs
        .filter((verb) => readIn(folder, `${verb}.ts`))
        .map((verb) => [`${verb}.ts`, rename(readIn(folder, `${verb}.ts`))]),
    ),
    [`../../test/functions/${folderOf(path)}/create.test.ts`]: testOf({ ...before, path }),
  };
};
