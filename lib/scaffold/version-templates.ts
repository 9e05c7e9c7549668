import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Resource, titleOf } from '../../functions/kit/http/resource';
import { collectionPathOf, folderOf, type Route, verbOf, verbs, versionIn } from '../../functions/kit/http/route';
import { attributeOf } from '../../functions/kit/model/models';
import * as routes from '../../functions/routes';
import { root } from '../root';
import { docsNameOf, entityNameOf, read } from './edits';
import type { readField } from './noun';
import { modelsOf, testOf, text } from './templates';

/** Fields of a new version that differ from those of the version before. */
export type VersionChanges = {
  readonly renamed: readonly (readonly [name: string, other: string])[];
  readonly dropped: readonly string[];
  readonly added: readonly ReturnType<typeof readField>[];
};

const inputOf = ({ collection, input }: Resource, { renamed, dropped, added }: VersionChanges) => {
  const taken = [...renamed.map(([name]) => name), ...dropped.map((name) => `${name}: _${name}`), '...kept'];
  const shown = [
    ...renamed.map(([name, other]) => `${other}: storedAs('${attributeOf(collection, name, input[name])}', ${name})`),
    '...kept',
    ...added.map(({ name, code }) => `${name}: ${code}`),
  ];
  return `(({ ${taken.join(', ')} }) => ({ ${shown.join(', ')} }))`;
};

/** Returns the text of each file of a new version, by its path from the folder of the version. */
export const versionFilesOf = (before: Resource, path: string, changes: VersionChanges) => {
  const folder = folderOf(before.path);
  const [title, newTitle] = [titleOf(before), titleOf({ ...before, path })];
  const [entity, newEntity] = [entityNameOf(before.path), entityNameOf(path)];
  const own = Object.entries<Route>(routes).flatMap(([name, route]) =>
    collectionPathOf(route) === before.path && verbOf(route) ? [name] : [],
  );
  const names = new Map([
    ...own.map((name) => [name, `${name.replace(/V\d+$/, '')}V${versionIn(path)}`] as const),
    ...['', 'Input', 'Patch', 'Query'].map((end) => [title + end, newTitle + end] as const),
    [entity, newEntity],
    [before.path, path],
  ]);
  /** Gives code of the version before the names and the path of the new version. */
  const rename = (code: string) => code.replace(/(\/[\w-]+)+|\w+/g, (word) => names.get(word) ?? word);
  /** Returns the first match in a file of the version before. */
  const find = (file: string, pattern: string) =>
    new RegExp(pattern).exec(read(`functions/${folder}/${file}`))?.[0] ?? '';
  const texts = own.map((name) => find('routes.ts', `export const ${name} = {[^;]*;`));
  const handlers = verbs
    .map((verb) => `${verb}.ts`)
    .filter((file) => existsSync(join(root, 'functions', folder, file)));
  const values = changes.added.map(({ name, values: [value] }) => `${name}: ${value}`);
  return {
    'model.ts': `
${changes.added.some(({ code }) => code.includes('Text')) ? text : ''}
${modelsOf(newTitle, `: what differs from ${folder}`, {
  input: `/* @__PURE__ */ ${inputOf(before, changes)}(${title}Input)`,
  query: rename(find('model.ts', `(?<=export const ${title}Query = )[^;]*`)),
})}`,
    'routes.ts': `
${texts.map((one) => rename(one).replace('\n  deprecated,', '')).join('\n\n')}
`,
    'store.ts': `
export const ${newEntity} = {
  ...${entity},
  model: ${newTitle},
} as const satisfies Entity;
`,
    'docs.ts': `
export const ${docsNameOf(path)} = versionOf(${docsNameOf(before.path)}, {
  path: '${path}',
  input: ${newTitle}Input,
  ${values.length > 0 ? `added: { ${values.join(', ')} },` : ''}
});
`,
    ...Object.fromEntries(handlers.map((file) => [file, rename(read(`functions/${folder}/${file}`))])),
    [`../../test/functions/${folderOf(path)}/create.test.ts`]: testOf({ ...before, path }),
  };
};
